import type { Endpoint, Out } from '@trellis/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonText, LastRead, Reader, Tx } from '../database/tx.ts'
import type { Actor, Tenant } from '../tenancy.ts'
import type { Download } from './download.ts'
import type { EventStream } from './event-stream.ts'

/** The arguments of a handler: the open `tx`, the caller, and the validated parts of the request. */
export interface Call<E extends Endpoint = Endpoint> {
  /** For a read, separate statements; for a write, the one transaction of the request. Throws without a tenant. */
  tx: E['effect'] extends 'write' ? Tx : Reader
  /** Reads outside the transaction, for lookups before it opens. */
  read: Reader
  /** Throws on public calls. */
  actor: Actor
  /** Throws on the few calls without a tenant. */
  tenant: Tenant
  params: E extends Endpoint<infer P> ? Out<P> : never
  query: E extends Endpoint<infer _P, infer Q> ? Out<Q> : never
  body: E extends Endpoint<infer _P, infer _Q, infer B> ? Out<B> : never
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? Out<A> : never

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => [Answer<E>] extends [undefined]
  ? Promise<void> | Promise<Download> | Promise<EventStream>
  : Promise<Answer<E> | JsonText<Answer<E>> | LastRead<Answer<E>> | Download>

export type Endpoints = Record<string, Endpoint>

/** One handler for each endpoint of a module, by the same name. */
export type Handlers<G extends Endpoints> = { [N in keyof G]: Handler<G[N]> }

export interface Route {
  name: string
  endpoint: Endpoint
  handler: Handler<Endpoint>
}

/** Binds a module's endpoints to its handlers; the types ensure that none is missing. */
export function routes<G extends Endpoints>(column: string, endpoints: G, handlers: Handlers<G>): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    name: `${column}.${name}`,
    endpoint: endpoint as unknown as Endpoint,
    handler: handlers[name] as unknown as Handler<Endpoint>,
  }))
}
