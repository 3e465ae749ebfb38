import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  BASE_CHUNK_PATHS,
  CHUNK_PATHS_BY_TOPIC,
  COMMON_CHUNK_EXCLUDED_PATHS,
  COMMON_CHUNK_PATHS,
  GOODS_CHUNK_EXCLUDED_PATH,
  GOODS_CHUNK_PATHS,
  toModulePathPattern,
} from './chunk-paths.ts'

const MALL = process.env.MALL_API ?? 'http://127.0.0.1:8080'

const base = toModulePathPattern(BASE_CHUNK_PATHS)
const isBase = (id: string): boolean => base.test(id) && /\.tsx?$/.test(id)

const isLibrary = (id: string): boolean => /[\\/]node_modules[\\/]/.test(id) && id.endsWith('js')

const [common, notCommon] = [toModulePathPattern(COMMON_CHUNK_PATHS), toModulePathPattern(COMMON_CHUNK_EXCLUDED_PATHS)]
const isCommon = (id: string): boolean => (common.test(id) && !notCommon.test(id)) || /[\\/]@tanstack[\\/]|lucide-react/.test(id)

const [goods, notGoods] = [toModulePathPattern(GOODS_CHUNK_PATHS), toModulePathPattern([GOODS_CHUNK_EXCLUDED_PATH])]
const isAroundGoods = (id: string): boolean => goods.test(id) && !notGoods.test(id)

/** The library's list of a select, and what places it beside its field. Windows need neither, nor do they need the boxes of codes. */
const SELECT_LIST =
  /[\\/]@floating-ui[\\/]|[\\/]@base-ui[\\/]react[\\/](?:select[\\/]|internals[\\/]useAnchorPositioning|floating-ui-react[\\/](?:middleware|hooks[\\/]use(?:Floating\.|ListNavigation|Typeahead)))/
const CODES = /[\\/]@base-ui[\\/]react[\\/](?:otp-field|internals[\\/]composite)[\\/]/
const isOfWindows = (id: string): boolean => /[\\/]node_modules[\\/]@base-ui[\\/]/.test(id) && !SELECT_LIST.test(id) && !CODES.test(id)

/** The library of forms. */
const isOfForms = (id: string): boolean => /[\\/]node_modules[\\/](?:react-hook-form|@hookform|@standard-schema)[\\/]/.test(id)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/storefront',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts and small pictures stay files, because the content security policy allows data: URLs only for pictures.
    assetsInlineLimit: 0,
    // A part's own styles would be asked for when its script is there, and it would wait for them.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page contains the file names of all screens. Without the names of the modules they are a kilobyte less.
        chunkFileNames: 'assets/[hash:8].js',
        // The first page loads three files, which run one after the other. Many small files compress worse and take longer.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: isLibrary, priority: 4 },
            { name: 'base', tags: ['$initial'], test: isBase, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2.5 },
            // Each is loaded with the first screen that uses it. The lists of goods have neither forms nor windows.
            { name: 'forms', test: isOfForms, priority: 2.4 },
            // Code that many screens share is one file. Forty small files would take longer on a phone's connection. Where this number makes
            // two files that import each other (`tools/sizes.ts` says so), another one does not.
            { name: 'common', minShareCount: 11, test: isCommon, priority: 2, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
            // Code that only screens with lists of goods share is another file.
            { name: 'shelves', minShareCount: 3, test: isAroundGoods, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
            { name: 'icons', minShareCount: 2, test: /lucide-react/, priority: 0.8, entriesAware: true, entriesAwareMergeThreshold: 8_000 },
            ...Object.entries(CHUNK_PATHS_BY_TOPIC).map(([name, paths]) => ({
              name,
              test: toModulePathPattern(paths),
              minShareCount: 2,
              priority: 0.5,
            })),
            { name: 'windows', test: isOfWindows, minShareCount: 8, priority: 2.3 },
            { name: 'selects', test: SELECT_LIST, priority: 2.2 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': MALL, '/pictures': MALL, '/documents': MALL } },
})
