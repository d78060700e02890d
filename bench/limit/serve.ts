import { availableParallelism } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'

/*
 * The bare limit: Fastify and `pg` with one statement a request, written for the question, on a database of its own
 * (schema.ts). No sessions, permissions, validation or log. Its pages contain the same fields as the product's screens.
 */

/** The sorts and filters of a page of sales. Statements contain only texts of this file, never those of a request. */
interface SalesPage {
  by?: 'created_at' | 'total'
  direction?: 'asc' | 'desc'
  where?: 'status' | 'paid'
}

const salesPage = ({ by = 'created_at', direction = 'desc', where }: SalesPage) => {
  const isAsked = where ? `and ${where} = $2` : ''
  return `
    select json_build_object(
      'count', (select coalesce(sum(sales), 0) from sale_count where scope = $1 ${isAsked}),
      'items', (select coalesce(json_agg(x), '[]') from (
        select s.id, s.code, v.name as vendor, b.name as buyer, s.reference, s.created_at, s.status, s.invoiced, s.paid, s.total
        from (select sale from sale_in_scope where scope = $1 ${isAsked} order by ${by} ${direction}, sale ${direction} limit 20) p
        join sale s on s.id = p.sale join party v on v.id = s.vendor join party b on b.id = s.buyer
        order by s.${by} ${direction}, s.id ${direction}) x))::text as j`
}

const salesOf = (page: string, count: string) => `
  select json_build_object('count', ${count}, 'items', (select coalesce(json_agg(x), '[]') from (
    select s.id, s.code, v.name as vendor, b.name as buyer, s.reference, s.created_at, s.status, s.invoiced, s.paid, s.total
    from (${page}) s join party v on v.id = s.vendor join party b on b.id = s.buyer) x))::text as j`

const licensesOf = (page: string, count: string) => `
  select json_build_object('count', ${count}, 'items', (select coalesce(json_agg(x), '[]') from (
    select l.id, l.key, g.sku, g.name as good, o.name as owner, l.seats, l.taken, l.created_at, l.activated_at, l.expires_at, l.note
    from (${page}) l join good g on g.id = l.good join party o on o.id = l.owner) x))::text as j`

const inScope = (isAsked: string) => `
  select l.* from (select license from license_in_scope where scope = $1 ${isAsked} order by created_at desc, license desc limit 20) p
  join license l on l.id = p.license order by l.created_at desc, l.id desc`
const countInScope = (isAsked: string) =>
  `(select coalesce(sum(licenses), 0) from license_count where scope = $1 ${isAsked})`

/** Statements by path; each answers one row with one text. */
const reads: Record<string, string> = {
  '/sales': salesPage({}),
  '/sales/status': salesPage({ where: 'status' }),
  '/sales/paid': salesPage({ where: 'paid' }),
  '/sales/total': salesPage({ by: 'total' }),
  '/sales/total-asc': salesPage({ by: 'total', direction: 'asc' }),
  '/sales/by-buyer': salesOf(
    `select s.* from (select id from party order by name) b
     cross join lateral (select * from sale where buyer = b.id order by created_at, id limit 20) s limit 20`,
    '(select coalesce(sum(sales), 0) from sale_count where scope = $1)',
  ),
  '/sales/of-buyer': salesOf(
    `select s.* from sale s where s.buyer = (select id from party where name = $1) order by s.created_at desc, s.id desc limit 20`,
    '(select count(*) from sale where buyer = (select id from party where name = $1))',
  ),
  '/licenses': licensesOf(inScope(''), countInScope('')),
  '/licenses/activated': licensesOf(inScope('and activated = $2'), countInScope('and activated = $2')),
  '/licenses/of-good': licensesOf(
    'select * from license where good = $1 order by created_at desc, id desc limit 20',
    '(select licenses from license_count_of_good where good = $1)',
  ),
  '/licenses/by-good': licensesOf(
    `select l.* from (select id from good order by sku) g
     cross join lateral (select * from license where good = g.id order by created_at, id limit 20) l limit 20`,
    countInScope(''),
  ),
  '/licenses/by-expiry': licensesOf(
    'select * from license order by expires_at desc nulls last, id desc limit 20',
    countInScope(''),
  ),
  '/licenses/of-owner': licensesOf(
    `select * from license where owner = (select id from party where name = $1) order by created_at desc, id desc limit 20`,
    '(select count(*) from license where owner = (select id from party where name = $1))',
  ),
  '/dashboard': `
    with parties as materialized (select month, party, pieces, amount from month_of_party where scope = $1 and month >= $2::date and month < $3::date),
    goods as materialized (select good, sum(amount) as amount from month_of_good where scope = $1 and month >= $2::date and month < $3::date group by 1)
    select json_build_object(
      'parties', (select json_agg(x) from (
        select p.name, s.amount from (select party, sum(amount) as amount from parties group by 1 order by 2 desc limit 6) s join party p on p.id = s.party) x),
      'goods', (select json_agg(x) from (select g.sku, s.amount from goods s join good g on g.id = s.good order by s.amount desc limit 6) x),
      'series', (select json_agg(x) from (select month, sum(pieces) as pieces, sum(amount) as amount from parties group by 1 order by 1) x))::text as j`,
  '/sell': 'select sell($1, $2, $3, $4)::text as j',
  '/settle': 'select settle($1)::text as j',
  '/issue': 'select issue($1, $2, $3)::text as j',
}

/** Serves until the parent process goes away. */
export async function serveLimit(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: availableParallelism() + 2,
    options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
  })
  const app = Fastify()
  for (const [path, text] of Object.entries(reads)) {
    app.post(path, async (request, reply) => {
      const { rows } = await pool.query({ name: path, text, values: (request.body as { values: unknown[] }).values })
      return reply.type('application/json; charset=utf-8').send(rows[0].j)
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  process.on('disconnect', () => process.exit(0))
}
