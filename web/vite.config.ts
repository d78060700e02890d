import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
  ],
  // The contract is compiled from its source with the rest, so that only what a screen uses of it is sent.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    port: 5173,
    proxy: { '/api': api, '/health': api, '/dev': api },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // Inlined as `data:` they would need a wider content security policy, and could not be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
