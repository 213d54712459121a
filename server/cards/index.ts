import { staffReaders } from '@agremia/resources/access.ts'
import { cardRuns } from '@agremia/resources/definitions/card-runs.ts'
import { cardTemplates } from '@agremia/resources/definitions/card-templates.ts'
import { membershipCardLetters } from '@agremia/resources/definitions/membership-card-letters.ts'
import { membershipCards } from '@agremia/resources/definitions/membership-cards.ts'
import { printBatches } from '@agremia/resources/definitions/print-batches.ts'
import { one, sql } from '../database/sql.ts'
import { linkShape } from '../rest/api.ts'
import { retryIn } from '../rest/background-work.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { requireAccess } from '../rest/scope.ts'
import { calibrationRoutes } from './calibration.ts'
import { cardDocumentRoute, cardDocumentUrl, cardSetQuery, readCardSet } from './documents.ts'
import { cardHooks, deliverCard, expireCards, issueCopy, revokeCard } from './issue.ts'
import { knownCardsRoute } from './known-cards.ts'
import { letterRoute, letterSampleRoute } from './letter-routes.ts'
import { templatePreviewRoutes } from './previews.ts'
import {
  deleteOldDocuments,
  printBatchHooks,
  printDocumentRoutes,
  retryBatch,
  undoBatch,
  previewBatchUndo,
} from './print-batches.ts'
import { printCards } from './print-job.ts'
import { cardRoutes } from './routes.ts'
import { cardRunHooks, issueCards } from './runs.ts'
import { seedCardTemplates, sweepImages, templateHooks, templateImageRoutes } from './templates.ts'
import { liveSql } from './validity.ts'
import { verifyRoute } from './verify.ts'

export { insertSampleCards } from './sample-cards.ts'
export { liveSql } from './validity.ts'

/** Membership cards: their templates, issue, printing, letters and verification. */
export const cardsArea: Area = {
  async routes(app, world) {
    await templateImageRoutes(app, world)
    templatePreviewRoutes(app, world)
    calibrationRoutes(app, world)
    verifyRoute(app, world)
    knownCardsRoute(app, world)
    cardDocumentRoute(app, world)
    cardRoutes(app, world)
    printDocumentRoutes(app, world)
    letterSampleRoute(app, world)
    letterRoute(app, world)
  },
  prepare: seedCardTemplates,
  work: (world) => [
    world.jobs.work('cardRuns', (job) => issueCards(world, job)),
    world.jobs.work('cardPrints', (job) => printCards(world, job)),
  ],
  async daily(db, today) {
    await sweepImages(db, today)
    await deleteOldDocuments(db, today)
    return expireCards(db, today)
  },
  on: {
    countForMembers: ({ db, today, memberIds }) =>
      one(
        db,
        sql`SELECT count(*)::integer AS cards FROM membership_cards c JOIN members m ON m.id = c.member_id
            JOIN member_state_names s ON s.id = m.current_state_id
          WHERE m.id = ANY(${memberIds}::uuid[]) AND ${liveSql('c', today)} AND s.has_rights AND NOT s.marks_end`,
        { cards: 'integer' },
      ),
  },
  resources: [
    resourceModule({ definition: cardTemplates, hooks: templateHooks }),
    resourceModule({
      definition: cardRuns,
      hooks: cardRunHooks,
      actions: { retry: retryIn('cardRuns', 'cardRuns') },
    }),
    resourceModule({ definition: membershipCardLetters, replaces: ['read'] }),
    resourceModule({
      definition: printBatches,
      hooks: printBatchHooks,
      actions: { undo: undoBatch, retry: retryBatch },
      previews: { undo: previewBatchUndo },
    }),
    resourceModule({
      definition: membershipCards,
      hooks: cardHooks,
      actions: { issueCopy, revoke: revokeCard, deliver: deliverCard },
      extraProperties: {
        shape: linkShape,
        read: async (world, id) => ({ url: await cardDocumentUrl(world, { id, layout: 'single' }) }),
      },
      overrideList: {
        query: cardSetQuery,
        shape: linkShape,
        async answer(world, { query, caller }) {
          requireAccess(staffReaders(caller), caller)
          return { url: await cardDocumentUrl(world, readCardSet(query)) }
        },
      },
    }),
  ],
}
