import { foundations } from './tools/foundations.mjs'
import { serverModules } from './tools/modules.mjs'
import { storefrontFeatures, storefrontFoundations } from './tools/storefront-modules.mjs'

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const any = (names) => `(${names.join('|')})`
const TESTS = '\\.test\\.tsx?$'

/** One rule a module: what it may not import is everything that the map does not name, and the inside of what it does. */
const mapped = (root, modules, base) =>
  Object.entries(modules).map(([module, allowed]) =>
    error(
      `${root}-${module}`,
      `${root}/${module} may use ${[...base, ...allowed].join(', ') || 'nothing else'}, each through its door (tools/modules.mjs).`,
      { path: `^${root}/${module}/`, pathNot: TESTS },
      {
        path: `^${root}/[^/]+/`,
        pathNot: [
          `^${root}/${any([module, ...base])}/`,
          ...(allowed.length > 0 ? [root === 'server' ? `^server/${any(allowed)}/public\\.ts$` : `^${root}/${any(allowed)}/`] : []),
        ],
      },
    ),
  )

const known = (root, names) =>
  error(
    `${root}-is-on-the-map`,
    `Every folder of ${root}/ is a module of the map.`,
    { path: `^${root}/(?!${any(names)}/)[^/]+/` },
    { path: '.' },
  )

export default {
  forbidden: [
    error('no-cycles', 'If A needs B, B must not need A. Type imports count.', {}, { circular: true }),
    error(
      'contract-is-pure',
      'What both sides agree on rests on zod alone.',
      { path: '^contract/', pathNot: TESTS },
      { pathNot: ['^contract/', 'node_modules/zod/'] },
    ),
    error(
      'sides-meet-in-contract',
      'Server and screens never import each other.',
      { path: '^(server|storefront|console|ui)/' },
      {
        path: '^(server|storefront|console)/',
        pathNot: ['^$1/'],
      },
    ),
    error('server-knows-no-screen-parts', 'ui/ is for screens.', { path: '^server/' }, { path: '^ui/' }),
    error(
      'tools-stay-outside',
      'What runs in production needs no tool.',
      { path: '^(contract|server|storefront|console|ui)/', pathNot: TESTS },
      { path: '^(tools|e2e|bench)/' },
    ),
    error(
      'providers-are-outside',
      'The sandbox is a provider of its own; the mall knows it by its protocol alone.',
      { path: '^(contract|server|storefront|console|ui)/', pathNot: [TESTS, '^server/testing/'] },
      { path: '^sandbox/' },
    ),
    error(
      'sandbox-speaks-the-protocol',
      'A provider knows how it is spoken to, and nothing of the mall; amounts and print are common ground.',
      { path: '^sandbox/' },
      {
        path: '^(contract|server|storefront|console|ui|tools|bench|e2e)/',
        pathNot: ['^server/(gateway|e-invoice)/', '^server/pdf/public\\.ts$', '^contract/(money|amount-in-words)\\.ts$'],
      },
    ),
    error(
      'tests-help-tests',
      'Helpers of tests are for tests, tools and benches.',
      { path: '^(contract|server|storefront|console|ui)/', pathNot: [TESTS, '^server/testing/'] },
      { path: '^server/testing/' },
    ),
    error(
      'platform-knows-no-mall',
      'What could not be used elsewhere is no foundation.',
      { path: '^server/platform/', pathNot: TESTS },
      {
        path: '^server/',
        pathNot: ['^server/platform/', '^server/database/schema-types\\.ts$'],
      },
    ),
    error(
      'http-rests-on-platform',
      'The HTTP layer knows calls, not modules.',
      { path: '^server/http/', pathNot: TESTS },
      { path: '^server/', pathNot: ['^server/(http|platform)/'] },
    ),
    error(
      'web-rests-on-http',
      'The web server carries any calls; it knows none of them.',
      { path: '^server/web/', pathNot: TESTS },
      { path: '^server/', pathNot: ['^server/(web|http|platform)/'] },
    ),
    error(
      'database-rests-on-nothing',
      'Starting and migrating a database needs no module.',
      { path: '^server/database/' },
      { path: '^server/', pathNot: ['^server/database/'] },
    ),
    error(
      'no-orphans',
      'A file that nothing uses and that runs nothing is dead.',
      {
        orphan: true,
        path: '^(contract|server|storefront|console|ui)/',
        pathNot: ['\\.d\\.ts$', 'config\\.ts$', '/public/', 'main\\.tsx?$'],
      },
      {},
    ),
    ...mapped('server', serverModules, foundations),
    ...mapped('storefront', storefrontFeatures, storefrontFoundations),
    known('server', [...Object.keys(serverModules), ...foundations, 'database', 'testing', 'migrations', 'web']),
    known('storefront', [...Object.keys(storefrontFeatures), ...storefrontFoundations, 'public']),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '/public/goods/'] },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'], conditionNames: ['import', 'types', 'default'] },
  },
}
