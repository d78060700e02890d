import { type FirstStep, type FirstSteps, followingSteps, type OwnStep } from '@trellis/contract/first-steps'
import type { User } from '@trellis/contract/identity'

/** The screen of a first step, which leads back to the steps when it has saved. */
const asFirstStep = (href: string): string => `${href}?first=1`

/** The screen on which a step is done; null while it has nothing to go on with. */
export function hrefOf({ step, recordId }: FirstStep, { account }: Pick<User, 'account'>): string | null {
  switch (step) {
    case 'brand':
      return asFirstStep('/settings')
    case 'product':
      return recordId === null ? asFirstStep('/products/create') : `/products/${recordId}`
    case 'priceList':
      return recordId === null ? asFirstStep('/pricelists/create') : `/pricelists/${recordId}`
    case 'company':
      return asFirstStep('/profile/account-edit')
    case 'prices':
      return '/products'
    case 'partner':
      return asFirstStep(`/accounts/${account.accountId}/create`)
    case 'order':
      return asFirstStep(account.isRoot ? '/sell-out/create' : '/sell-in/create')
    case 'approval':
      return recordId && `/sell-out/${recordId}`
    case 'key':
      return recordId && `/licenses/create?owner=${recordId}`
    case 'activation':
      return recordId && `/licenses/${encodeURIComponent(recordId)}`
  }
}

const isFollowing = ({ step }: FirstStep) => (followingSteps as readonly string[]).includes(step)

/** The steps to take, what follows them, and the first that is open. */
export function partsOf({ steps }: Pick<FirstSteps, 'steps'>) {
  const own = steps.filter((each) => !isFollowing(each))
  const isDoable = (each: FirstStep) =>
    each.state === 'open' && each.isYours && (!isFollowing(each) || each.recordId !== null)
  return {
    own,
    following: steps.filter(isFollowing),
    done: own.filter(({ state }) => state === 'done').length,
    next: steps.find(isDoable)?.step ?? null,
    isOver: steps.every(({ state }) => state !== 'open'),
  }
}

/** The steps that are skipped when this one is too. */
export const skippedWith = ({ steps }: Pick<FirstSteps, 'steps'>, step: FirstStep['step']): OwnStep[] =>
  steps.flatMap((each) => (each.state === 'skipped' || each.step === step ? [each.step as OwnStep] : []))
