export { createUser } from './create-user.ts'
export { type Invited, invite } from './invitations.ts'
export { inviteUser } from './invite-user.ts'
export { invitationsRoutes, usersRoutes } from './routes.ts'
