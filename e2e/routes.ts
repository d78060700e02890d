import { readFileSync } from 'node:fs'

/** The routes within the frame, from the generated route tree; those with a parameter have a `$`. */
export const routes = [
  ...new Set(
    [...readFileSync(new URL('../web/src/routeTree.gen.ts', import.meta.url), 'utf8').matchAll(/fullPath: '([^']+)'/g)]
      .map(([, path = '']) => path.replace(/(.)\/$/, '$1'))
      .filter((path) => path !== '/' && !path.startsWith('/auth') && !['/verify', '/key/$code'].includes(path)),
  ),
].sort()
