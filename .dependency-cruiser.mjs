import { apart, copiedWithComparison, foundations, modules } from './tools/modules.mjs'

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const any = (names) => `(${names.join('|')})`
const TESTS = '\\.test\\.tsx?$'

/** One rule per module: it forbids everything that the map does not name, and the inside of the modules that it names. */
const mapped = (side) =>
  Object.entries(modules[side]).map(([module, uses]) =>
    error(
      `${side}/${module}`,
      `${side}/${module} may use ${[...foundations[side], ...uses].join(', ')} (tools/modules.mjs), on the server each through its public.ts.`,
      { path: `^${side}/${module}/`, pathNot: TESTS },
      {
        path: `^${side}/[^/]+/[^/]+/`,
        pathNot: [
          `^${side}/${any([module, ...foundations[side]])}/`,
          ...(uses.length > 0 ? [side === 'server' ? `^server/${any(uses)}/public\\.ts$` : `^${side}/${any(uses)}/`] : []),
        ],
      },
    ),
  )

/** Foundations must not know any module of the map. */
const lowest = (side) =>
  error(
    `${side}-foundations`,
    'What every module uses knows none of them.',
    { path: `^${side}/${any(foundations[side])}/`, pathNot: TESTS },
    { path: `^${side}/${any(Object.keys(modules[side]))}/` },
  )

const known = (side) =>
  error(
    `${side}-is-on-the-map`,
    `Every folder of ${side}/ is a module of the map.`,
    { path: `^${side}/(?!${any([...Object.keys(modules[side]), ...foundations[side], ...apart[side], 'public'])}/)[^/]+/` },
    { path: '.' },
  )

/** What the comparison runs in the folder of another commit. */
const RUN_IN_OLDER_COMMITS = [
  ...copiedWithComparison,
  ...['side', 'counting-proxy', 'free-port'].map((name) => `bench/compare/${name}.ts`),
].map((file) => file.replaceAll('.', '\\.'))

const SIDES = ['server', 'contract', 'storefront', 'console']

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
      'comparison-runs-in-older-commits',
      'What the comparison copies into another commit imports nothing else of this one (bench/compare/checkout.ts).',
      { path: `^${any(RUN_IN_OLDER_COMMITS)}$` },
      {
        path: '^(contract|server|storefront|console|ui|tools|bench|e2e|sandbox)/',
        pathNot: [`^${any(RUN_IN_OLDER_COMMITS)}$`, '^bench/(world|cluster|prefill)\\.ts$'],
      },
    ),
    error(
      'providers-are-outside',
      'The sandbox is a provider of its own; the mall knows it by its protocol alone.',
      { path: '^(contract|server|storefront|console|ui)/', pathNot: [TESTS, '^server/platform/testing/'] },
      { path: '^sandbox/' },
    ),
    error(
      'sandbox-speaks-the-protocol',
      'A provider knows how it is spoken to, and nothing of the mall; amounts and print are common ground.',
      { path: '^sandbox/' },
      {
        path: '^(contract|server|storefront|console|ui|tools|bench|e2e)/',
        pathNot: [
          '^server/adapters/(gateway|company-register|document-reader|e-invoice|e-signature|waybill-numbers)/',
          '^server/adapters/pdf/public\\.ts$',
          '^contract/platform/core/(money|amount-in-words)\\.ts$',
        ],
      },
    ),
    error(
      'tests-help-tests',
      'Helpers of tests are for tests, tools and benches.',
      { path: '^(contract|server|storefront|console|ui)/', pathNot: [TESTS, '^server/platform/testing/'] },
      { path: '^server/platform/testing/' },
    ),
    error(
      'platform-knows-no-mall',
      'What could not be used elsewhere is no foundation.',
      { path: '^server/platform/core/', pathNot: TESTS },
      {
        path: '^server/',
        pathNot: ['^server/platform/core/', '^server/platform/database/schema-types\\.ts$'],
      },
    ),
    error(
      'http-rests-on-platform',
      'The HTTP layer knows calls, not modules.',
      { path: '^server/platform/http/', pathNot: TESTS },
      { path: '^server/', pathNot: ['^server/platform/(http|core)/'] },
    ),
    error(
      'web-rests-on-http',
      'The web server carries any calls; it knows none of them.',
      { path: '^server/platform/web/', pathNot: TESTS },
      { path: '^server/', pathNot: ['^server/platform/(web|http|core)/'] },
    ),
    error(
      'database-rests-on-nothing',
      'Starting and migrating a database needs no module.',
      { path: '^server/platform/database/' },
      { path: '^server/', pathNot: ['^server/platform/database/'] },
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
    ...SIDES.flatMap((side) => [...mapped(side), lowest(side), known(side)]),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^tools/demo/pictures/'] },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'], conditionNames: ['import', 'types', 'default'] },
  },
}
