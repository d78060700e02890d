import { afterEach, expect, test, vi } from 'vitest'
import { inShort } from '../web/parts.ts'
import { __vitePreload } from '../web/src/app/parts.ts'

/*
 * The build writes shortly which files a part of the web app needs, and the browser follows that.
 * Covers: web/parts.ts web/src/app/parts.ts
 */

const chunk = (imports, importedCss = []) => ({
  type: 'chunk',
  imports,
  viteMetadata: { importedCss: new Set(importedCss) },
})

/** `page` needs `list`, which needs `icons` and a style sheet; `page` needs `icons` too; all need `base`, which is always there. */
const bundle = {
  'assets/page.js': chunk(['assets/base.js', 'assets/list.js', 'assets/icons.js']),
  'assets/list.js': chunk(['assets/base.js', 'assets/icons.js'], ['assets/list.css']),
  'assets/icons.js': chunk(['assets/base.js']),
}
const written =
  'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/page.js","assets/list.js","assets/icons.js","assets/list.css"])))=>i.map(i=>d[i]);' +
  'var page=v(()=>import(`./page.js`),__vite__mapDeps([0,1,2,3])),' +
  'list=v(()=>import(`./list.js`).then(e=>e.default),__vite__mapDeps([1,2,3])),' +
  'icons=v(async()=>{let{a:e}=await import(`./icons.js`);return{a:e}},__vite__mapDeps([2]));'

/** Runs what the build wrote, in a page that has the files; returns what was imported, what was fetched, and what the parts are. */
async function run(code) {
  const imported = []
  const fetched = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (href) => {
    fetched.push(href)
    return new Response('')
  })
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: {
      append: (link) => {
        fetched.push(link.href)
        link.onload()
      },
    },
  })
  const load = async (file) => {
    imported.push(file)
    return { default: `the default of ${file}`, a: `an icon of ${file}` }
  }
  const body = `${code.replaceAll('import(', 'load(')};return Promise.all([page,list,icons])`
  return { parts: await new Function('v', 'load', body)(__vitePreload, load), imported, fetched }
}

afterEach(() => void vi.unstubAllGlobals())

test('each part is imported when its own file and all that it needs are there, each fetched once', async () => {
  const { parts, imported, fetched } = await run(inShort(written, bundle))
  expect(fetched.sort()).toEqual(['/assets/icons.js', '/assets/list.css', '/assets/list.js', '/assets/page.js'])
  expect(imported.sort()).toEqual(['./icons.js', './list.js', './page.js'])
  expect(parts[0]).toMatchObject({ default: 'the default of ./page.js' })
  expect(parts.slice(1)).toEqual(['the default of ./list.js', { a: 'an icon of ./icons.js' }])
})

test('a file is named once, and without what another that it needs brings along', () => {
  expect(inShort(written, bundle)).toBe(
    'const __vite__mapDeps=[`page list icons list.css`,`1 2,3  `,f=>import(`./`+f)];' +
      'var page=v(0,__vite__mapDeps,0),' +
      'list=v(0,__vite__mapDeps,1).then(e=>e.default),' +
      'icons=v(async()=>{let{a:e}=await import(`./icons.js`);return{a:e}},__vite__mapDeps,2);',
  )
})

test('a part fetches all that its list has: of files that need each other too, and by way of a file that is there already', async () => {
  const needingEachOther = {
    // `frame` is on every page and not in the lists; it needs `marks`.
    'assets/month.js': chunk(['assets/frame.js', 'assets/tables.js', 'assets/choosing.js']),
    'assets/tables.js': chunk(['assets/choosing.js']),
    'assets/choosing.js': chunk(['assets/tables.js'], ['assets/choosing.css']),
    'assets/marks.js': chunk([]),
  }
  const code =
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/month.js","assets/tables.js","assets/choosing.js","assets/choosing.css","assets/marks.js"])))=>i.map(i=>d[i]);' +
    'var page=v(()=>import(`./month.js`),__vite__mapDeps([0,1,2,3,4])),list,icons;'
  const { fetched } = await run(inShort(code, needingEachOther))
  expect(fetched.sort()).toEqual([
    '/assets/choosing.css',
    '/assets/choosing.js',
    '/assets/marks.js',
    '/assets/month.js',
    '/assets/tables.js',
  ])
})

test('a chunk that imports no part stays as it is', () => {
  expect(inShort('var a=1;', bundle)).toBe('var a=1;')
})

test('a build whose lists are written otherwise is refused: the browser could not read them', () => {
  const otherwise = 'Vite lists the files of parts otherwise than web/parts.ts expects'
  expect(() => inShort(written.replace('m=__vite__mapDeps', 'n=__vite__mapDeps'), bundle)).toThrow(otherwise)
  expect(() => inShort(`${written}v(x,__vite__mapDeps(y))`, bundle)).toThrow(otherwise)
})
