import { type ComponentProps, type ComponentType, createContext, type ReactNode, use } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** How the application renders links to its own screens and preloads them before a click. */
export interface Links {
  Link: ComponentType<LinkProps>
  prefetch?(href: string): void
}

const PlainLink = (props: LinkProps) => <a {...props} />

const LinksContext = createContext<Links>({ Link: PlainLink })

export function LinkProvider({ links, children }: { links: Links; children: ReactNode }) {
  return <LinksContext value={links}>{children}</LinksContext>
}

export const useLinks = (): Links => use(LinksContext)

/** A link to a screen of the application; a plain link when there is no provider. */
export function InternalLink(props: LinkProps) {
  const { Link } = useLinks()
  return <Link {...props} />
}
