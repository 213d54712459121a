import { consents } from '@agremia/resources/definitions/consents.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import { messageSettings } from '@agremia/resources/definitions/message-settings.ts'
import { messages } from '@agremia/resources/definitions/messages.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { maybeOne, one, sql } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import type { Area, Context } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { cancel, resend } from './actions.ts'
import { cancelSilencedMessages } from './cancel-silenced.ts'
import { batchHooks, cancelBatch, previewBatchCancellation, registerBatchRoutes } from './batches.ts'
import { consentHooks, registerUnsubscribe } from './consents.ts'
import { registerLabels } from './labels.ts'
import { markOnePrinted, registerLetters } from './letters.ts'
import { isWaiting } from './message-changes.ts'
import { registerContent } from './message-content.ts'
import { messageSettingsHooks, registerPreview, reset, seedMessageSettings } from './message-settings.ts'
import { registerHeldRoutes, withdrawMessages, withdrawMessagesAbout } from './release.ts'
import { expireMessages } from './retention.ts'
import { registerTest } from './send-test.ts'

export { announce } from './announce.ts'
export type { Announcement } from './announce.ts'
export {
  batchPreviewShape,
  draftSchema,
  leftOutCandidates,
  previewCandidates,
  readDraft,
} from './batch-preview.ts'
export { composeBatch } from './compose-batch.ts'
export type { BatchComposer, PersonalContent } from './compose-batch.ts'
export type { Channel } from './channels.ts'
export { channelFor } from './channels.ts'
export type { Composition } from './compose.ts'
export type { Composed, WaitingMessage } from './composition.ts'
export { isAnnounced } from './event-template.ts'
export {
  candidateColumns,
  candidateJoins,
  candidateOf,
  candidateShape,
  leftOutReasons,
} from './recipients.ts'
export type { Candidate, LeftOutReason } from './recipients.ts'
export { findRecipient } from './recipients.ts'
export { hasMailServer, obstacleOf, sendsEmails } from './obstacle.ts'
export { isWaiting } from './message-changes.ts'
export { renderStoredMessage, storedMessageShape } from './message-content.ts'
export { startOutbox } from './outbox.ts'
export { withdrawMessagesAbout } from './release.ts'
export { eraseMessagesAbout } from './retention.ts'
export { insertSampleMessages } from './sample-messages.ts'
export { cancelSilencedMessages } from './cancel-silenced.ts'
export { refuseSilenced } from './silence.ts'
export { normalizeTexts } from './templates.ts'

/** Cancels the pending messages of a member who is deceased. */
async function cancelOfDeceased({ db, world, memberId }: Context & { memberId: string }): Promise<void> {
  const deceased = await maybeOne(
    db,
    sql`SELECT p.id FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${memberId} AND ${isDeceased}`,
    { id: 'uuid' },
  )
  if (deceased) await cancelSilencedMessages({ db, world }, deceased.id)
}

export const messagesArea: Area = {
  prepare: seedMessageSettings,
  daily: expireMessages,
  on: {
    countForMembers: ({ db, memberIds }) =>
      one(
        db,
        sql`SELECT count(*) FILTER (WHERE ${isWaiting('x')} AND x.cause <> 'stateChanged')::integer AS waiting,
               count(*) FILTER (WHERE x.cause = 'stateChanged' AND x.state <> 'failed')::integer AS notified,
               count(*) FILTER (WHERE x.cause = 'stateChanged' AND ${isWaiting('x')})::integer AS announcing
             FROM messages x JOIN members m ON m.person_id = x.person_id WHERE m.id = ANY(${memberIds}::uuid[])`,
        { waiting: 'integer', notified: 'integer', announcing: 'integer' },
      ),
    stateChanged: cancelOfDeceased,
    statesCorrected: cancelOfDeceased,
    // The message about a state is written in the transaction that enters or corrects it.
    async stateWithdrawn(context) {
      await withdrawMessages(
        context,
        sql`cause = 'stateChanged' AND about_resource = 'members' AND about_id = ${context.memberId}
          AND created_at IN (SELECT s.created_at FROM member_states s WHERE s.id = ${context.stateId}
            UNION ALL SELECT e.at FROM audit_events e WHERE e.resource = 'memberStates' AND e.record_id = ${context.stateId})`,
      )
    },
  },
  async onDeleted(context) {
    const deleted = context.rows.map(({ resource, key }) => ({ resource, id: key }))
    const { length } = await withdrawMessagesAbout(context, deleted)
    return length === 0
      ? []
      : [counted(length, 'mensagem que ainda não saiu', 'mensagens que ainda não saíram')]
  },
  resources: [
    resourceModule({ definition: messages, actions: { resend, cancel, markPrinted: markOnePrinted } }),
    resourceModule({ definition: messageSettings, hooks: messageSettingsHooks, actions: { reset } }),
    resourceModule({
      definition: messageBatches,
      hooks: batchHooks,
      actions: { cancel: cancelBatch },
      previews: { cancel: previewBatchCancellation },
    }),
    resourceModule({ definition: consents, hooks: consentHooks }),
  ],
  routes(app, world) {
    registerHeldRoutes(app, world)
    registerLetters(app, world)
    registerLabels(app, world)
    registerContent(app, world)
    registerTest(app, world)
    registerPreview(app, world)
    registerBatchRoutes(app, world)
    registerUnsubscribe(app, world)
  },
}
