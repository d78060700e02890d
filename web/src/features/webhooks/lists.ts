import { webhooks } from '@trellis/contract/webhooks'
import { listOf } from '../../app/listUrl.ts'

export const webhookList = listOf(webhooks.search, {
  searchedBy: 'anything',
  rowField: 'webhookId',
  children: { onlyMine: true },
})

/** The log of one webhook. */
export const deliveryList = listOf(webhooks.searchDeliveries, {
  dateField: 'creationDate',
  children: 'never',
})
