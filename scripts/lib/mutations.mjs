/** Generates mutations of TypeScript and SQL source text: small changes that a test should detect. */

const comparisons = { '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const flags = { c: 'r', cu: 'c', r: 'u', u: 'd', d: 'u' }

/** Each kind searches one part of the text (`in`) and returns the replacement, or null if it does not apply. */
const kinds = [
  { in: 'code', find: / (===|!==|<=|>=|<|>) /g, put: ([, sign]) => ` ${comparisons[sign]} ` },
  { in: 'code', find: / (&&|\|\|) /g, put: ([, sign]) => (sign === '&&' ? ' || ' : ' && ') },
  { in: 'code', find: /(?<![\w$)\]!])!(?=[\w$(])/g, put: () => '' },
  { in: 'code', find: /\b(?:else )?if \(/g, put: (match, text) => negated(match, text) },
  { in: 'code', find: /\b(true|false)\b/g, put: ([word]) => (word === 'true' ? 'false' : 'true') },
  {
    in: 'code',
    find: /(?<![\w.$])\d[\d_]*(?![\w.$])/g,
    put: ([digits]) => String(Number(digits.replaceAll('_', '')) + 1),
  },
  {
    in: 'code',
    find: /(?<=\n *)(?:await )?(?:refuse|record|audit|check|report|lock)\w*\(/g,
    put: (match, text) => removed(match, text),
  },
  { in: 'code', find: /(?<=\n *(?:if \(.*\) )?)throw [^\n]+/g, put: () => 'void 0' },
  { in: 'string', find: /(?<=^[A-Z]\w+:)(cu|[crud])$/g, put: ([flag]) => flags[flag] },
  { in: 'string', find: /^(cu|[crud])$/g, put: ([flag]) => flags[flag] },
  {
    in: 'sql',
    find: /\band\b/g,
    put: (match, text) => (isRange(match, text) || isOfTenant(match, text) ? null : 'or'),
  },
  { in: 'sql', find: /(?<!create )\bor\b/g, put: () => 'and' },
  { in: 'sql', find: /\bis not null\b/g, put: () => 'is null' },
  { in: 'sql', find: /\bis null\b/g, put: () => 'is not null' },
  { in: 'sql', find: /(?<!if )\bnot (?=exists|in\b|\()/g, put: () => '' },
  { in: 'sql', find: / (<=|>=|<|>) /g, put: ([, sign]) => ` ${comparisons[sign]} ` },
  { in: 'sql', find: /(?<=\b(?:where|and|or|on) (?!(?:\w+\.)?tenant_id)[\w.]+) = /g, put: () => ' <> ' },
]

/** All mutations of a text: start, end and replacement, and the line number with the line before and after the change. */
export function mutationsOf(text, language) {
  const parts = partsOf(text, language)
  const found = kinds.flatMap((kind) =>
    [...text.matchAll(kind.find)].flatMap((match) => {
      if (!stands(parts, kind.in, match)) return []
      const put = kind.put(match, text)
      if (put === null) return []
      const change = typeof put === 'string' ? { end: match.index + match[0].length, put } : put
      return [{ start: match.index, ...change }]
    }),
  )
  // The patterns for strings match the whole content of one string.
  for (const { start, end } of parts.filter(({ what }) => what === 'string')) {
    if (isOfUnion(text, start, end)) continue
    const inner = text.slice(start + 1, end - 1)
    for (const kind of kinds.filter((one) => one.in === 'string')) {
      for (const match of inner.matchAll(kind.find)) {
        const at = start + 1 + match.index
        found.push({ start: at, end: at + match[0].length, put: kind.put(match) })
      }
    }
  }
  return found.sort((a, b) => a.start - b.start).map((change) => ({ ...change, ...shown(text, change) }))
}

export const mutated = (text, { start, end, put }) => text.slice(0, start) + put + text.slice(end)

function shown(text, { start, end, put }) {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const stop = text.indexOf('\n', end)
  const lineEnd = stop < 0 ? text.length : stop
  return {
    line: text.slice(0, start).split('\n').length,
    before: text.slice(lineStart, lineEnd).trim(),
    after: (text.slice(lineStart, start) + put + text.slice(end, lineEnd)).trim(),
  }
}

function stands(parts, what, { index, 0: { length } }) {
  const last = index + length - 1
  return what !== 'string' && parts.some((part) => part.what === what && part.start <= index && last < part.end)
}

/** Turns `if (x)` into `if (!(x))`, unless another kind already mutates a part of the condition. */
function negated({ 0: head, index }, text) {
  const open = index + head.length - 1
  const close = closing(text, open)
  const condition = text.slice(open + 1, close)
  if (close < 0 || /[=<>&|!]/.test(condition)) return null
  return { end: close + 1, put: `${head}!(${condition}))` }
}

/** Removes a call that is a whole statement. */
function removed({ 0: head, index }, text) {
  const close = closing(text, index + head.length - 1)
  const isWholeStatement = close > 0 && /^[;\s]*(\n|$)/.test(text.slice(close + 1, close + 3))
  return isWholeStatement ? { end: close + 1, put: 'void 0' } : null
}

function closing(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

/** Whether this string belongs to a union of types. Changing a type does not change behaviour. */
const isOfUnion = (text, start, end) => /[^|]\|\s*$/.test(text.slice(0, start)) || /^\s*\|[^|]/.test(text.slice(end))

/** Is this the `and` of `between x and y`? */
const isRange = ({ index }, text) =>
  /\bbetween\b(?:(?!\band\b)[^;])*$/.test(text.slice(Math.max(0, index - 120), index))

/** Does the `and` follow a comparison of tenants? Row-level security makes that redundant, and an `or` breaks every test. */
const isOfTenant = ({ index }, text) =>
  /tenant_id = (\w+\.\w+|\(select current_tenant\(\)\)|current_tenant\(\))\s*$/.test(
    text.slice(Math.max(0, index - 90), index),
  )

/** Splits the text into code, strings and SQL; comments and regular expressions are left out. */
function partsOf(text, language) {
  if (language === 'sql') return sqlParts(text, 0, text.length)
  const parts = []
  // The open template literals, innermost last: whether each is SQL, and how many braces are open in its expression.
  const templates = []
  let from = 0
  const close = (what, end) => {
    if (end > from) parts.push(...(what === 'sql' ? sqlParts(text, from, end) : [{ what, start: from, end }]))
  }
  let inTemplate = false
  for (let at = 0; at < text.length; at += 1) {
    const top = templates.at(-1)
    if (inTemplate) {
      if (text[at] === '\\') at += 1
      else if (text[at] === '`' || text.startsWith('${', at)) {
        close(top.isSql ? 'sql' : 'text', at)
        if (text[at] === '`') templates.pop()
        else at += 1
        inTemplate = false
        from = at + 1
      }
      continue
    }
    const skipped = skip(text, at)
    if (skipped) {
      close('code', at)
      if (skipped.what === 'string') parts.push({ what: 'string', start: at, end: skipped.end })
      from = skipped.end
      at = skipped.end - 1
    } else if (text[at] === '`') {
      close('code', at)
      templates.push({ isSql: /\bsql(?:\.\w+)?(?:<[^`]*>)?$/.test(text.slice(Math.max(0, at - 80), at)), depth: 0 })
      inTemplate = true
      from = at + 1
    } else if (top && text[at] === '{') top.depth += 1
    else if (top && text[at] === '}') {
      if (top.depth > 0) top.depth -= 1
      else {
        close('code', at)
        inTemplate = true
        from = at + 1
      }
    }
  }
  close('code', text.length)
  return parts
}

const skippers = [
  { what: 'comment', form: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y },
  { what: 'string', form: /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y },
  {
    what: 'regex',
    form: /(?<=(?:=>|[(,=:[!&|?{};\n])\s*|return )\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y,
  },
]

function skip(text, at) {
  if (!'\'"/'.includes(text[at])) return null
  for (const { what, form } of skippers) {
    form.lastIndex = at
    const match = form.exec(text)
    if (match) return { what, end: at + match[0].length }
  }
  return null
}

function sqlParts(text, start, end) {
  const parts = []
  let from = start
  for (const match of text.slice(start, end).matchAll(/--[^\n]*|'(?:[^']|'')*'/g)) {
    const at = start + match.index
    if (at > from) parts.push({ what: 'sql', start: from, end: at })
    from = at + match[0].length
  }
  if (end > from) parts.push({ what: 'sql', start: from, end })
  return parts
}
