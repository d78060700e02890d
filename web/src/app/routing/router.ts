import { bySpecificity, isSame, type Params, paramsIn, pathWith, trimmed } from './paths.ts'
import type { Part } from './route.ts'
import { branchOf, type Place, Redirect, type Route, type Search, screensOf, type Target } from './route.ts'
import { scrollBack } from './scrolling.ts'

/** A route of the present branch, with what the address says to it. */
export interface Match {
  /** Route and parameters: what it loads is loaded again for others. */
  id: string
  routeId: string
  route: Route
  params: Params
  search: Search
  status: 'pending' | 'success' | 'error'
  error?: unknown
}

export interface RouterState {
  /** Where the reader is going, or is. */
  location: Place
  /** What is drawn. */
  matches: readonly Match[]
  /** The place that is drawn, once it is whole, and whether the page is to be scrolled for it. */
  arrived: { place: Place; resetScroll: boolean } | null
}

export interface RouterOptions {
  routeTree: Route
  context: unknown
  parseSearch: (text: string) => Search
  stringifySearch: (search: Search) => string
  /** Milliseconds until the outline of a screen is drawn that is still loading. */
  defaultPendingMs: number
  defaultPendingComponent: Part
  defaultErrorComponent: Part<{ error: unknown; reset: () => void }>
}

/** Asked before a navigation; true refuses it. */
type Blocker = () => Promise<boolean>

/** The key of an entry of the browser's history, and its position. */
interface Entry {
  key?: string
  index?: number
}

/** A navigation that is refused never ends. */
const never = new Promise<void>(() => undefined)

const newKey = () => Math.random().toString(36).slice(2, 10)

/** Matches addresses with screens, loads what they need, and says what is to be drawn. */
export class Router {
  readonly options: RouterOptions
  readonly history: { replace: (href: string) => void }
  state: RouterState
  readonly blockers = new Set<Blocker>()
  private readonly screens: readonly Route[]
  private readonly listeners = new Set<() => void>()
  /** Counts navigations: a later one ends those before it. */
  private turn = 0
  private goesBack = false

  constructor(options: RouterOptions) {
    this.options = options
    this.screens = screensOf(options.routeTree).sort((one, other) => bySpecificity(one.parts, other.parts))
    this.state = { location: this.here(), matches: [], arrived: null }
    this.history = { replace: (href) => this.write(href, {}, true) }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private tell(change: Partial<RouterState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }

  /** Follows the browser's history, and opens the present address unless it is drawn. Returns how to stop. */
  start(): () => void {
    const follow = () => void this.follow()
    window.addEventListener('popstate', follow)
    if (this.state.arrived === null || this.state.location.href !== this.here().href) void this.load(this.here())
    return () => window.removeEventListener('popstate', follow)
  }

  /** The address of the browser. */
  private here(): Place {
    const { pathname, search, hash } = window.location
    return this.placeOf(pathname + search + hash, window.history.state)
  }

  private placeOf(href: string, state: unknown): Place {
    const { pathname, search, hash } = new URL(href, window.location.origin)
    return {
      pathname,
      search: this.options.parseSearch(search),
      hash: hash.slice(1),
      href: pathname + search + hash,
      state: (state ?? {}) as Place['state'],
    }
  }

  hrefOf({ href, to = this.state.location.pathname, params, search = {}, hash = '' }: Target): string {
    if (href !== undefined) return href
    return trimmed(pathWith(to, params)) + this.options.stringifySearch(search) + (hash === '' ? '' : `#${hash}`)
  }

  /** The screen of a path, as the third; undefined if there is none. */
  getMatchedRoutes(pathname: string): [undefined, Params, Route | undefined] {
    const path = pathname.split('/').filter((part) => part !== '')
    for (const screen of this.screens) {
      const params = paramsIn(screen.parts, path)
      if (params !== null) return [undefined, params, screen]
    }
    return [undefined, {}, undefined]
  }

  /** Whether the reader is at the route or below it, or on the way there. */
  isAt(routeId: string): boolean {
    const [, , screen] = this.getMatchedRoutes(this.state.location.pathname)
    return screen !== undefined && branchOf(screen).some(({ id }) => id === routeId)
  }

  private write(href: string, state: Place['state'], replace: boolean): Place {
    const { index = 0 } = (window.history.state ?? {}) as Entry
    const entry = { ...state, key: newKey(), index: replace ? index : index + 1 }
    if (replace) window.history.replaceState(entry, '', href)
    else window.history.pushState(entry, '', href)
    return this.placeOf(href, entry)
  }

  private async mayGo(): Promise<boolean> {
    for (const blocker of this.blockers) if (await blocker()) return false
    return true
  }

  navigate = async (target: Target): Promise<void> => {
    if (this.blockers.size > 0 && !(await this.mayGo())) return never
    return this.go(target)
  }

  private async go(target: Target): Promise<void> {
    if (target.reloadDocument) return void window.location.replace(this.hrefOf(target))
    const { state = {}, replace = false, resetScroll = true } = target
    const href = this.hrefOf(target)
    const isHere = href === this.here().href && target.state === undefined
    return this.load(isHere ? this.here() : this.write(href, state, replace), { resetScroll })
  }

  /** The browser went back, forward, or to a part of the page. */
  private async follow(): Promise<void> {
    if (this.goesBack) {
      this.goesBack = false
      return
    }
    const from = (this.state.location.state as Entry).index ?? 0
    const { key, index } = (window.history.state ?? {}) as Entry
    // A link to a part of the page made an entry without the router: it is the next one.
    if (key === undefined && this.isPartOfPage())
      window.history.replaceState({ key: newKey(), index: from + 1 }, '', this.here().href)
    const place = this.here()
    const steps = (index ?? 0) - from
    if (this.blockers.size > 0 && !this.isPartOfPage() && !(await this.mayGo())) {
      this.goesBack = true
      window.history.go(-steps)
      return
    }
    await this.load(place)
  }

  /** The browser is at the screen that is drawn, perhaps at another part of it. */
  private isPartOfPage(): boolean {
    const withoutHash = ({ href }: Place) => href.replace(/#.*/, '')
    return withoutHash(this.here()) === withoutHash(this.state.location)
  }

  private matchesOf(place: Place): Match[] {
    const [, params, screen] = this.getMatchedRoutes(place.pathname)
    const branch = screen === undefined ? [this.options.routeTree] : branchOf(screen)
    let search = place.search
    return branch.map((route) => {
      search = { ...search, ...route.options.validateSearch?.(search) }
      const own = Object.fromEntries(Object.entries(params).filter(([name]) => route.parts.includes(`$${name}`)))
      const id = `${route.id} ${JSON.stringify(own)}`
      const before = this.state.matches.find((match) => match.id === id && match.status === 'success')
      return {
        id,
        routeId: route.id,
        route,
        // What did not change stays the same object, so that nothing is drawn for it.
        params: isSame(before?.params, params) ? (before as Match).params : params,
        search: isSame(before?.search, search) ? (before as Match).search : search,
        status: before || this.needsNothing(route) ? 'success' : 'pending',
      }
    })
  }

  private needsNothing({ options }: Route): boolean {
    return options.loader === undefined && options.component?.preload === undefined
  }

  private arriving(match: Match, location: Place) {
    return { context: this.options.context, location, params: match.params, search: match.search }
  }

  /** Opens a place: what is loaded already is drawn at once, the rest when it is there. */
  private async load(place: Place, { resetScroll = true, outline: hasOutline = true } = {}): Promise<void> {
    this.turn += 1
    const turn = this.turn
    const isPast = () => turn !== this.turn
    const matches = this.matchesOf(place)
    const kept = new Set(this.state.matches.flatMap(({ id, status }) => (status === 'success' ? [id] : [])))
    scrollBack.leave(this.state.arrived?.place)
    this.tell({ location: place })
    let isShown = false
    const outline = window.setTimeout(() => {
      if (isPast() || !hasOutline) return
      isShown = true
      this.tell({ matches: [...matches] })
    }, this.options.defaultPendingMs)
    const settle = (at: number, change: Pick<Match, 'status' | 'error'>) => {
      matches[at] = { ...(matches[at] as Match), ...change }
      if (isShown && !isPast()) this.tell({ matches: [...matches] })
    }
    try {
      const failed = await this.admit(matches, place, isPast)
      if (isPast()) return
      if (failed !== null) settle(failed.at, { status: 'error', error: failed.error })
      await Promise.all(
        matches.slice(0, failed?.at).map(async (match, at) => {
          const work = this.loadMatch(match, place)
          if (kept.has(match.id)) {
            // Only what it redirects to counts: the screen is there.
            work.catch((error) => {
              if (!isPast() && error instanceof Redirect) void this.redirect(error)
            })
            return
          }
          await work.then(
            () => settle(at, { status: 'success' }),
            async (error: unknown) => {
              if (error instanceof Redirect) throw error
              await match.route.options.errorComponent?.preload?.().catch(() => undefined)
              settle(at, { status: 'error', error })
            },
          )
        }),
      )
      if (isPast()) return
      this.tell({ matches, arrived: { place, resetScroll } })
    } catch (error) {
      if (isPast()) return
      if (!(error instanceof Redirect)) throw error
      await this.redirect(error)
    } finally {
      window.clearTimeout(outline)
    }
  }

  private redirect({ target }: Redirect): Promise<void> {
    return this.go({ ...target, replace: true })
  }

  /** Asks each route, from the root on, whether the reader may enter. Returns the first that failed to answer. */
  private async admit(
    matches: readonly Match[],
    place: Place,
    isPast: () => boolean,
  ): Promise<{ at: number; error: unknown } | null> {
    for (const [at, match] of matches.entries()) {
      try {
        await match.route.options.beforeLoad?.(this.arriving(match, place))
      } catch (error) {
        if (error instanceof Redirect) throw error
        return { at, error }
      }
      if (isPast()) return null
    }
    return null
  }

  private async loadMatch(match: Match, place: Place): Promise<void> {
    const { loader, component } = match.route.options
    await Promise.all([component?.preload?.(), loader?.(this.arriving(match, place))])
  }

  /** Loads what a screen needs before it is opened. */
  preloadRoute = async (target: Target): Promise<void> => {
    const place = this.placeOf(this.hrefOf(target), {})
    const matches = this.matchesOf(place)
    if ((await this.admit(matches, place, () => false)) !== null) return
    await Promise.all(matches.map((match) => this.loadMatch(match, place)))
  }

  /** Loads the present screen again. With `sync`, what is drawn stays until all of it is loaded or has failed again. */
  invalidate = ({ sync = false } = {}): Promise<void> => {
    const { location } = this.state
    return this.load(location, { resetScroll: false, outline: !sync })
  }
}
