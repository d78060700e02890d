import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { startFiles } from './startFiles.ts'

// Keep the browser's host header: the server accepts cookies only from its own origin.
const api = { target: process.env.PORTAL_SERVER ?? 'http://127.0.0.1:3000', changeOrigin: false }

/** Code that the sign-in screen needs too; everything added here slows down the first screen of every visit. */
const forEverybody =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next)\/|web\/src\/app\/(i18n|places|problem|publicCall|redirect|refresh|session|tenant)\.ts|web\/src\/ui\/color\.ts|contract\/src\/(codes|passwords)\.ts/

/** The modules, with their imports, that a list needs before any click. Forms, dialogs and charts are not included. */
const forEveryList =
  /web\/src\/(app\/(App|frame\/Frame|useList)|ui\/(ActionButton|DataTable|DateTime|Dialog|EntityLink|Money|Panel|Quantity|StatusTag))\.tsx?/

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
    startFiles(),
  ],
  // Compile the contract from its source, so that tree shaking keeps only what a screen uses.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    port: 5173,
    proxy: { '/api': api, '/health': api, '/dev': api },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // Inlined `data:` files would need a wider content security policy and could not be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By default the bundler creates one file for every set of screens that share a module: sixty requests for a
          // list.
          groups: [
            { name: 'base', test: forEverybody, priority: 5 },
            { name: 'data', test: /node_modules\/(@tanstack|zod)\/|contract\/src\//, priority: 4 },
            { name: 'list', test: forEveryList, priority: 3 },
            { name: 'filters', test: /web\/src\/ui\/FilterBar/, priority: 3 },
            { name: 'forms', test: /web\/src\/ui\/(form|(Money|Number|Text|TextArea)Field)\.tsx/, priority: 3 },
            { name: 'choices', test: /web\/src\/ui\/(TreeSelect|SearchSelect|SelectField)\.tsx/, priority: 2 },
            { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2, priority: 2 },
            { name: 'pieces', test: /node_modules|web\/src\/(app|ui)\//, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
})
