import { useState } from 'react'
import type { List, ListState } from '../../ui/list.ts'
import type { TreeNode } from '../../ui/tree.ts'

/** Sample rows with plausible content, so that the page needs no server. */
export interface Sample {
  code: string
  buyer: string
  place: string
  at: string
  status: 'pending' | 'approved' | 'canceled'
  lines: number
  total: number
}

const buyers = [
  ['Officine Aurora Srl', 'Torino'],
  ['Nordlys Distribution AS', 'Bergen'],
  ['Båtsman & Partners', 'Göteborg'],
  ['Società Cooperativa per l’Innovazione Tecnologica dell’Alto Adriatico', 'Trieste'],
  ['Kestrel IT', 'Leeds'],
] as const

export const samples: Sample[] = Array.from({ length: 83 }, (_, index) => {
  const [buyer, place] = buyers[index % buyers.length] ?? buyers[0]
  const status = (['pending', 'approved', 'approved', 'canceled'] as const)[index % 4] ?? 'pending'
  const at = new Date(Date.UTC(2026, 10, 20, 16, 40) - index * 31_000_000).toISOString()
  return {
    code: `SO-${String(4210 - index).padStart(6, '0')}`,
    buyer,
    place,
    at,
    status,
    lines: ((index * 7) % 12) + 1,
    total: Math.round((((index * 7919) % 9000) + 120) * 137) / 100,
  }
})

const byField: Record<string, (sample: Sample) => string | number> = {
  code: ({ code }) => code,
  buyer: ({ buyer }) => buyer,
  at: ({ at }) => at,
  total: ({ total }) => total,
}

const start: ListState = { page: 1, limit: 10, sort: { field: 'at', direction: 'desc' }, filters: {}, onlyMine: false }

/** A list that answers immediately; it takes the place of `useList`. */
export function useSampleList(): List<Sample, { total: number }> {
  const [state, setState] = useState(start)
  const matching = samples.filter(
    (sample) =>
      (!state.filters.status || state.filters.status.includes(sample.status)) &&
      (!state.filters.buyer || sample.buyer.toLowerCase().includes((state.filters.buyer[0] ?? '').toLowerCase())) &&
      (!state.from || sample.at.slice(0, 10) >= state.from) &&
      (!state.to || sample.at.slice(0, 10) <= state.to),
  )
  const key = byField[state.sort?.field ?? 'at'] ?? (({ at }: Sample) => at)
  const sign = state.sort?.direction === 'asc' ? 1 : -1
  const sorted = matching.toSorted((a, b) => (key(a) < key(b) ? -sign : sign))
  return {
    ...fixed('ready'),
    state,
    change: (patch) => setState((before) => ({ ...before, ...patch })),
    rows: sorted.slice((state.page - 1) * state.limit, state.page * state.limit),
    count: matching.length,
    answer: { total: matching.reduce((sum, { total }) => sum + total, 0) },
  }
}

/** A list that stays in one of its states. */
export function fixed(status: List<Sample>['status']): List<Sample, { total: number }> {
  return {
    state: { ...start, limit: 5 },
    change: () => undefined,
    rows: [],
    count: 0,
    answer: undefined,
    status,
    refreshing: false,
    error: status === 'error' ? new Error('sample') : null,
    retry: () => undefined,
  }
}

export const network: TreeNode[] = [
  {
    id: 'root',
    name: 'Vertex Software',
    hint: 'OPCO',
    children: Array.from({ length: 6 }, (_, one) => ({
      id: `d${one}`,
      name: `${['Nordlys', 'Meridiana', 'Kestrel', 'Aurora', 'Atlas', 'Bora'][one]} Distribution`,
      hint: `D-${100 + one}`,
      disabled: one === 4,
      children: Array.from({ length: 40 }, (_, two) => ({
        id: `d${one}r${two}`,
        name: `Reseller ${['Società', 'Büro', 'Studio', 'Officine'][two % 4]} ${one + 1}-${two + 1}`,
        hint: `R-${one}${String(two).padStart(3, '0')}`,
        children: Array.from({ length: 20 }, (_, three) => ({
          id: `d${one}r${two}b${three}`,
          name: `Buyer ${one + 1}-${two + 1}-${three + 1}`,
          hint: `B-${one}${two}${three}`,
        })),
      })),
    })),
  },
]
