import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
        // What the first page loads travels as two files, the one that seldom changes apart: many small ones pack worse and wait longer.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/].*[cm]?js$/, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            // What a dozen screens and windows share comes in one piece: forty small files would wait for one another on a phone's line.
            { name: 'common', minShareCount: 12, test: /\.(?:tsx?|[cm]?js)$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env.MALL_API ?? 'http://127.0.0.1:8080' } },
})
