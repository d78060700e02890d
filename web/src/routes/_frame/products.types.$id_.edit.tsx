import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/products/types/$id_/edit')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_frame/products/types/$id_/edit"!</div>
}
