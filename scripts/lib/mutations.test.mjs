import { expect, test } from 'vitest'
import { mutated, mutationsOf } from './mutations.mjs'

const variants = (text, language = 'ts') => mutationsOf(text, language).map((mutation) => mutated(text, mutation))

test.each([
  ['a comparison', 'const is = a <= b', ['const is = a < b']],
  ['an alternative', 'const is = a || b', ['const is = a && b']],
  ['a negation', 'const is = !has(a)', ['const is = has(a)']],
  ['a condition', 'if (isOver) end', ['if (!(isOver)) end']],
  ['a bound', 'const most = 10_000', ['const most = 10001']],
  ['a flag of a call', "permission: 'Orders:u'", ["permission: 'Orders:d'"]],
  ['a flag that is asked for', "holds(of, 'Orders', 'r')", ["holds(of, 'Orders', 'u')"]],
  ['a refusal', '\n  refuse(why(order), { items })\n', ['\n  void 0\n']],
  ['an audit entry', '\n  await record(tx, actor)\n', ['\n  void 0\n']],
])('%s is mutated', (_what, text, expected) => {
  expect(variants(text)).toEqual(expected)
})

test('SQL conditions are mutated in templates and in files, except comparisons of tenants', () => {
  const query = 'select 1 from t where t.tenant_id = o.tenant_id and a = 1 and b is null'
  const expected = [
    'select 1 from t where t.tenant_id = o.tenant_id and a <> 1 and b is null',
    'select 1 from t where t.tenant_id = o.tenant_id and a = 1 or b is null',
    'select 1 from t where t.tenant_id = o.tenant_id and a = 1 and b is not null',
  ]
  expect(variants(query, 'sql')).toEqual(expected)
  expect(variants(`tx.row(sql\`${query}\`)`)).toEqual(expected.map((one) => `tx.row(sql\`${one}\`)`))
})

test('ranges, comments, strings, regular expressions and types are not mutated', () => {
  expect(variants("where a between 1 and 2 -- this and that\nand b = 'x and y'", 'sql')).toEqual([
    "where a between 1 and 2 -- this and that\nor b = 'x and y'",
    "where a between 1 and 2 -- this and that\nand b <> 'x and y'",
  ])
  expect(variants("const needs = (flag: 'c' | 'u' | 'd') => may(flag)")).toEqual([])
  expect(
    variants("// 1 === 2\nconst t = 'a && b'; /* 3 */ const f = (x: Set<A>) => /[!x] && 1/.test(`a || b`)"),
  ).toEqual([])
})

test('expressions inside an SQL template are mutated as code', () => {
  const code = (text) => text.replaceAll('#{', '${')
  expect(variants(code('sql`where a = #{x === y ? sql`b or c` : d} and e`'))).toEqual(
    [
      'sql`where a <> #{x === y ? sql`b or c` : d} and e`',
      'sql`where a = #{x !== y ? sql`b or c` : d} and e`',
      'sql`where a = #{x === y ? sql`b and c` : d} and e`',
      'sql`where a = #{x === y ? sql`b or c` : d} or e`',
    ].map(code),
  )
})

test('a mutation has its line number and the line before and after', () => {
  expect(mutationsOf('one\n  if (a) two\n', 'ts')).toMatchObject([
    { line: 2, before: 'if (a) two', after: 'if (!(a)) two' },
  ])
})
