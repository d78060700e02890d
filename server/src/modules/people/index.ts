export { type Invited, invite } from './invitations/invitations.ts'
export { inviteUser } from './invitations/invite-user.ts'
export { identityJobs } from './jobs.ts'
export { createUser } from './members/create-user.ts'
export { type Invite, inviteImported, usersImport } from './members/import-users.ts'
export {
  presented,
  presentUser,
  type RoleFacts,
  type UserRow,
  userColumns,
  withAccount,
} from './members/present-user.ts'
export { listRolesGiving } from './members/roles.ts'
export { invitationsRoutes, usersRoutes } from './members/routes.ts'
export { canGiveAll } from './members/rules.ts'
export { countUsers, listUsersOfTenant } from './members/tenant-users.ts'
export { hashPassword } from './passwords/passwords.ts'
export { passwordsRoutes } from './passwords/routes.ts'
export { type About, weaknessOf } from './passwords/weak-passwords.ts'
export { openCodeThrottle } from './second-factors/code-throttle.ts'
export { resealSecondFactors } from './second-factors/reseal.ts'
export { secondFactorRoutes } from './second-factors/routes.ts'
export { openSecondFactors, resetSecondFactors } from './second-factors/second-factors.ts'
export { actorOfUser } from './sessions/acting.ts'
export { openAuthenticator } from './sessions/authenticate.ts'
export { sessionsRoutes } from './sessions/routes.ts'
export { openSessions, type Sessions } from './sessions/sessions.ts'
export { openTokens } from './sessions/tokens.ts'
export { identityRoutes } from './sign-in/routes.ts'
export { openSignInGuard } from './sign-in/sign-in-guard.ts'
