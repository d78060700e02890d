import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { EditProfilePage } from '../../features/people/profile/EditProfilePage.tsx'

export const Route = createFileRoute('/_frame/profile/edit')({
  loader: () => loadTexts('profile', 'users'),
  component: EditProfilePage,
})
