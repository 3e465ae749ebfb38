import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const MALL = process.env.MALL_API ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first page contains the file names of all screens. Without the names of the modules they are a kilobyte less.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:8].js' } },
    // antd is one file, which staff download once.
    chunkSizeWarningLimit: 1_500,
  },
  // Pictures and documents of goods belong to the mall. The server has them at its root.
  server: { port: 5174, proxy: { '/api': MALL, '/pictures': MALL, '/documents': MALL } },
})
