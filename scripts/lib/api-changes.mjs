/* What one OpenAPI document adds to another, and what it breaks for who was written against the older one. */

const place = '#/components/schemas/'

/** The facts of a document by a name each: `POST /orders body.items[].price` → what it is. */
function factsOf(document) {
  const facts = new Map()
  const schemaOf = (schema = {}) =>
    schema.$ref ? (document.components.schemas[schema.$ref.slice(place.length)] ?? {}) : schema

  /** Each field of a schema, those of named schemas too, each of them once on the way. */
  function add(at, schema, side, isRequired, way = []) {
    const name = schema.$ref
    if (name && way.includes(name)) return
    const own = schemaOf(schema)
    const several = own.anyOf ?? own.oneOf
    const here = name ? [...way, name] : way
    const kinds = several ? several.map((each) => typeOf(schemaOf(each))) : [typeOf(own)]
    facts.set(at, {
      side,
      isRequired,
      types: [...new Set(kinds.flat())].sort(),
      values: valuesOf(own, several, schemaOf),
    })
    for (const part of several ?? [own]) {
      const of = schemaOf(part)
      const inner = part.$ref ? [...here, part.$ref] : here
      for (const [field, each] of Object.entries(of.properties ?? {}))
        add(`${at}.${field}`, each, side, (of.required ?? []).includes(field), inner)
      if (of.items) add(`${at}[]`, of.items, side, true, inner)
    }
  }

  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${path}`
      facts.set(call, { side: 'call' })
      for (const { name, in: where, required, schema } of operation.parameters)
        if (where !== 'path') add(`${call} ${where}.${name}`, schema, 'request', required)
      const media = (content) => content?.['application/json']?.schema
      const body = media(operation.requestBody?.content)
      if (body) add(`${call} body`, body, 'request', true)
      for (const [status, { content, description }] of Object.entries(operation.responses)) {
        if (Number(status) < 300) {
          if (media(content)) add(`${call} answer`, media(content), 'answer', true)
        } else
          for (const code of description.match(/\b[A-Z]{1,2}\d{3}\b/g) ?? [])
            facts.set(`${call} refused ${code}`, { side: 'code' })
      }
    }
  return facts
}

const typeOf = ({ type, enum: values, const: one, properties }) => {
  if (type) return [type].flat()
  const some = values ?? (one === undefined ? [] : [one])
  return some.length > 0 ? [...new Set(some.map((value) => typeof value))] : properties ? ['object'] : ['any']
}

/** The values that a field can have, if they are counted. */
function valuesOf(own, several, schemaOf) {
  const parts = (several ?? [own]).map(schemaOf).filter(({ type }) => type !== 'null')
  const known = parts.map((part) => part.enum ?? (part.const === undefined ? null : [part.const]))
  return known.length > 0 && known.every((each) => each !== null) ? [...new Set(known.flat())].map(String).sort() : null
}

const without = (these, those) => these.filter((each) => !those.includes(each))
/** What a field is in, or nothing. */
function parentOf(name) {
  const cut = name.endsWith('[]') ? name.length - 2 : name.lastIndexOf('.')
  return cut > name.lastIndexOf(' ') ? name.slice(0, cut) : undefined
}

/** Sentences about what is new, and about what breaks. */
export function changesBetween(older, newer) {
  const [before, after] = [factsOf(older), factsOf(newer)]
  const adds = []
  const breaks = []
  const isInside = (name, facts) => {
    const call = name.split(' ').slice(0, 2).join(' ')
    if (call !== name && !facts.has(call)) return true
    const parent = parentOf(name)
    return parent !== undefined && !/ (query|header)$/.test(parent) && !facts.has(parent)
  }
  for (const [name, fact] of after) {
    const old = before.get(name)
    if (old === undefined) {
      // What is in something new is new with it.
      if (isInside(name, before)) continue
      if (fact.side === 'request' && fact.isRequired) breaks.push(`\`${name}\` is required`)
      else if (fact.side === 'code') adds.push(`\`${name.replace(' refused ', '` can be refused with `')}\``)
      else adds.push(`\`${name}\``)
      continue
    }
    if (fact.side !== 'request' && fact.side !== 'answer') continue
    const isRequest = fact.side === 'request'
    if (isRequest && fact.isRequired && !old.isRequired) breaks.push(`\`${name}\` is required`)
    if (!isRequest && !fact.isRequired && old.isRequired) breaks.push(`\`${name}\` may be left out`)
    // A request may take more, an answer may have less; the other way something that was good is not any more.
    const [lost, gained] = [without(old.types, fact.types), without(fact.types, old.types)]
    if ((isRequest ? lost : gained).length > 0)
      breaks.push(`\`${name}\` is ${fact.types.join(' or ')}, and was ${old.types.join(' or ')}`)
    if (old.values && fact.values) {
      const gone = without(old.values, fact.values)
      const more = without(fact.values, old.values)
      if (gone.length > 0 && isRequest) breaks.push(`\`${name}\` does not take ${quoted(gone)}`)
      if (more.length > 0) adds.push(`\`${name}\` ${isRequest ? 'takes' : 'can be'} ${quoted(more)}`)
    }
  }
  for (const [name, fact] of before) {
    if (after.has(name) || fact.side === 'code' || isInside(name, after)) continue
    breaks.push(`\`${name}\` is gone`)
  }
  return { adds: adds.sort(), breaks: breaks.sort() }
}

const quoted = (values) => values.map((value) => `\`${value}\``).join(', ')

const most = 40
/** The same field of an entity is in many calls: named once, with how many. */
function listed(title, all) {
  if (all.length === 0) return ''
  const shown = all.slice(0, most).map((each) => `- ${each}\n`)
  const more = all.length > most ? `- … and ${all.length - most} more\n` : ''
  return `\n**${title}**\n\n${shown.join('')}${more}`
}

/** The text of docs/api-changes.md. `documents`: from the oldest, each `{ version, document }`, the last without a release. */
export function apiChanges(documents) {
  const parts = documents.slice(1).map(({ version, document }, at) => {
    const { adds, breaks } = changesBetween(documents[at].document, document)
    const nothing = adds.length + breaks.length === 0 ? '\nNothing.\n' : ''
    return `\n## ${version}\n\nSince ${documents[at].version}:\n${nothing}${listed('Breaks', breaks)}${listed('Adds', adds)}`
  })
  return `# Changes of the API

What each release adds to the API and what it breaks, made from the OpenAPI documents of the releases by \`scripts/api-changes.test.mjs\`
(\`npx vitest run --project scripts api-changes -u\`). The first release is ${documents[0].version}.
${parts.reverse().join('')}`
}
