import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/pricelist')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_frame/accounts/$id/_tabs/pricelist"!</div>
}
