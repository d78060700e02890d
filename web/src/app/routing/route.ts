import type { ComponentType } from 'react'
import { type Params, partsOf } from './paths.ts'

export type Search = Readonly<Record<string, unknown>>

/** An address of the application. */
export interface Place {
  pathname: string
  search: Search
  hash: string
  /** Path, query and hash. */
  href: string
  state: Readonly<Record<string, unknown>>
}

interface Arriving {
  context: unknown
  location: Place
  params: Params
  search: Search
}

/** A component that may have to be loaded first. */
export type Part<Props = object> = ComponentType<Props> & { preload?: () => Promise<unknown> }

export interface ErrorProps {
  error: unknown
  reset: () => void
}

export interface RouteOptions {
  /** Runs at each arrival, before anything of the route and of those below it is loaded. */
  beforeLoad?: (arriving: Arriving) => unknown
  loader?: (arriving: Arriving) => unknown
  validateSearch?: (search: Search) => Search
  component?: Part
  pendingComponent?: Part
  errorComponent?: Part<ErrorProps>
  notFoundComponent?: Part
}

/** A screen, or a layout around screens. */
export class Route {
  readonly id: string
  readonly options: RouteOptions
  readonly parts: string[]
  parent: Route | null = null
  children: Route[] = []

  constructor(id: string, options: RouteOptions) {
    this.id = id
    this.options = options
    this.parts = partsOf(id)
  }

  /** The generated tree says here what the id says already. */
  update(): this {
    return this
  }

  _addFileChildren(children: Readonly<Record<string, Route>>): this {
    this.children = Object.values(children)
    for (const child of this.children) child.parent = this
    return this
  }

  _addFileTypes(): this {
    return this
  }
}

/** From the root to the route. */
export const branchOf = (route: Route): Route[] => [...(route.parent ? branchOf(route.parent) : []), route]

/** All screens below a route. */
export const screensOf = (route: Route): Route[] =>
  route.children.length === 0 ? [route] : route.children.flatMap(screensOf)

/** Where a navigation leads. */
export interface Target {
  /** A path, or that of a route with `params`; without it, the screen stays and its search changes. */
  to?: string
  params?: Params
  search?: Search
  hash?: string
  state?: Readonly<Record<string, unknown>>
  replace?: boolean
  /** False keeps the page where it is scrolled to. */
  resetScroll?: boolean
  /** A whole address in place of all these. */
  href?: string
  /** Opens it by loading the page. */
  reloadDocument?: boolean
}

/** Thrown before or while a screen loads: another one is opened in its place. */
export class Redirect {
  readonly target: Target

  constructor(target: Target) {
    this.target = target
  }
}
