import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/accounts/$id/accountcertifications/$idCertificate')({
  staticData: { later: 'certifications' },
})
