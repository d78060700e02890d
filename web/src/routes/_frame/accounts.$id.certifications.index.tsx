import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/accounts/$id/certifications/')({
  staticData: { later: 'certifications' },
})
