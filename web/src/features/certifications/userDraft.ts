import { UserCertificateDraft } from '@trellis/contract/issued-certificates'
import * as z from 'zod/mini'

const shape = z.object(UserCertificateDraft.shape)
type Draft = z.output<typeof shape>

/** A field that only a guest, or only a user of the portal, must have. */
const requiredOf = (isGuest: boolean, field: 'userId' | 'userFirstName' | 'userLastName') =>
  z.refine<Draft>((draft) => draft.isGuestCertificate !== isGuest || Boolean(draft[field]?.trim()), {
    path: [field],
    error: 'required',
    when: () => true,
  })

/** What the form of a user's or guest's certificate holds. */
export const UserDraft = shape.check(
  requiredOf(false, 'userId'),
  requiredOf(true, 'userFirstName'),
  requiredOf(true, 'userLastName'),
)

/** The payload: only the fields of the holder that was chosen, so that what was typed for the other is not sent. */
export function payloadOf({ isGuestCertificate, userId, userFirstName, userLastName, notes, ...draft }: Draft): Draft {
  const holder = isGuestCertificate
    ? { userFirstName: userFirstName ?? '', userLastName: userLastName ?? '' }
    : { userId: userId ?? null }
  return { ...draft, isGuestCertificate, ...holder, notes: notes?.trim() ? notes : null }
}
