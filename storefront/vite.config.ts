import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What the shell stands on: calls and sessions. */
const GROUND = /[\\/](?:contract|ui|storefront[\\/]session)[\\/]/
const isGround = (id: string): boolean => GROUND.test(id) && /\.tsx?$/.test(id)

const isLibrary = (id: string): boolean => /[\\/]node_modules[\\/]/.test(id) && id.endsWith('js')

/** Our own parts, but those that stand on a library of their own. */
const OWN =
  /[\\/](?:storefront[\\/](?:components|session)[\\/](?!dialog-windows|six-digit-input|shopping-lists)|ui[\\/]|contract[\\/])|lucide-react/

/** What stands around goods, wherever they are shown. */
const SHELVES = /[\\/]storefront[\\/](?:catalog[\\/](?!detail)|components[\\/]stepper)|[\\/]@tanstack[\\/]|lucide-react/

/** What only a few screens share, small pieces that travel together: of what is sold, of buying, of the account, of texts. */
const PIECES = {
  shelf: /[\\/]storefront[\\/]catalog[\\/](?:cut-out|shop[\\/]shop-view|detail[\\/]stock-alert-button)/,
  buying:
    /[\\/]storefront[\\/](?:cart[\\/]cart-|coupons[\\/]coupon-api|components[\\/]shopping-lists[\\/])|[\\/]contract[\\/](?:coupons|shopping-lists|pricing)[\\/]/,
  account: /[\\/]contract[\\/](?:credit|levels|ordering)[\\/]|[\\/](?:switch-account|credit-gauge)/,
  texts: /[\\/]ui[\\/]markdown[\\/]|[\\/]contract[\\/]content[\\/]links/,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/storefront',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts and small pictures stay files: the page's policy takes data: for pictures alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page names the files of every screen: a letter less of each hash is a tenth of a kilobyte less.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What the first page loads travels as three files, which run one after the other: many small ones pack worse and wait longer.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: isLibrary, priority: 4 },
            { name: 'ground', tags: ['$initial'], test: isGround, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2.5 },
            // What a dozen screens share comes in one piece: forty small files would wait for one another on a phone's line.
            { name: 'common', minShareCount: 12, test: OWN, priority: 2 },
            // And what only shelves of goods share, in another.
            { name: 'shelves', minShareCount: 3, test: SHELVES, priority: 1 },
            ...Object.entries(PIECES).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 0.5 })),
            // Each comes with the first screen that has one: the shelves have neither forms nor windows.
            { name: 'forms', test: /[\\/]node_modules[\\/](?:react-hook-form|@hookform|@standard-schema)[\\/]/, priority: 1 },
            { name: 'windows', test: /[\\/]node_modules[\\/]@base-ui[\\/]/, minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env.MALL_API ?? 'http://127.0.0.1:8080' } },
})
