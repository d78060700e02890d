import type { Plugin } from 'vite'

/** A Vite plugin that leaves out of the generated tree of routes what `src/app/routing` reads from their ids (docs/decisions/103). */
export function leanRoutes(): Plugin {
  return {
    name: 'lean-routes',
    apply: 'build',
    enforce: 'pre',
    transform: (code, path) =>
      path.endsWith('/routeTree.gen.ts')
        ? { code: code.replace(/\.update\(\{[^}]*\} as any\)/g, ''), map: null }
        : null,
  }
}
