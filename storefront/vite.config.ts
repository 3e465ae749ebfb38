import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const MALL = process.env.MALL_API ?? 'http://127.0.0.1:8080'

/** The base of the shell: calls and sessions. */
const GROUND = /[\\/](?:contract|ui|storefront[\\/]platform[\\/]sessions)[\\/]/
const isGround = (id: string): boolean => GROUND.test(id) && /\.tsx?$/.test(id)

const isLibrary = (id: string): boolean => /[\\/]node_modules[\\/]/.test(id) && id.endsWith('js')

/** Our own components, except those that use a library. */
const OWN =
  /[\\/](?:storefront[\\/]platform[\\/](?:components|sessions)[\\/](?!dialog-windows|six-digit-input|shopping-lists)|ui[\\/]|contract[\\/])|lucide-react/

/** Components around goods, used by all screens with goods. */
const SHELVES =
  /[\\/]storefront[\\/](?:catalog[\\/]goods[\\/](?!detail)|platform[\\/]components[\\/]stepper)|[\\/]@tanstack[\\/]|lucide-react/

/** Small modules that only a few screens share, grouped by topic: goods, buying, the account, texts. */
const PIECES = {
  shelf: /[\\/]storefront[\\/]catalog[\\/]goods[\\/](?:cut-out|goods-list[\\/]shop-view|detail[\\/]stock-alert-button)/,
  buying:
    /[\\/]storefront[\\/](?:orders[\\/]cart[\\/]cart-|catalog[\\/]coupons[\\/]coupon-api|platform[\\/]components[\\/]shopping-lists[\\/])|[\\/]contract[\\/](?:catalog[\\/](?:coupons|pricing)|orders[\\/]shopping-lists)[\\/]/,
  account: /[\\/]contract[\\/](?:money[\\/]credit|orders[\\/](?:levels|orders))[\\/]|[\\/](?:switch-account|credit-gauge)/,
  texts: /[\\/]ui[\\/]markdown[\\/]|[\\/]contract[\\/]content[\\/]content[\\/]links/,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/storefront',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts and small pictures stay files, because the content security policy allows data: URLs only for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page contains the file names of all screens. One character less in each hash saves a tenth of a kilobyte.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // The first page loads three files, which run one after the other. Many small files compress worse and take longer.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: isLibrary, priority: 4 },
            { name: 'ground', tags: ['$initial'], test: isGround, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2.5 },
            // Code that a dozen screens share is one file. Forty small files would take longer on a phone's connection.
            { name: 'common', minShareCount: 12, test: OWN, priority: 2 },
            // Code that only screens with lists of goods share is another file.
            { name: 'shelves', minShareCount: 3, test: SHELVES, priority: 1 },
            ...Object.entries(PIECES).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 0.5 })),
            // Each is loaded with the first screen that uses it. The lists of goods have neither forms nor windows.
            { name: 'forms', test: /[\\/]node_modules[\\/](?:react-hook-form|@hookform|@standard-schema)[\\/]/, priority: 1 },
            { name: 'windows', test: /[\\/]node_modules[\\/]@base-ui[\\/]/, minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': MALL, '/pictures': MALL, '/documents': MALL } },
})
