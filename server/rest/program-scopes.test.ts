import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allScopes } from '@agremia/resources/api-scopes.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import type { TestCaller } from '../testing/caller.ts'
import { callerOf } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { isCrossed } from '../testing/volume.ts'

/**
 * What a program needs for each nested route and each action: the permissions of what is shown or changed, whatever the address begins
 * with. `-`: for people alone. Histories are for people alone.
 */
const table = `
GET  /payment_agreements/:parentId/agreement_instalments                  agreement_instalments:read
POST /payment_agreements/:parentId/agreement_instalments                  -
GET  /api_secrets/:parentId/api_calls                                     -
POST /api_secrets/:parentId/api_calls                                     -
POST /api_secrets/:id/revoke                                              -
POST /backups/:id/check                                                   -
POST /backups/:id/discard                                                 -
POST /backups/:id/retry                                                   -
GET  /bank_statements/:parentId/bank_lines                                bank_lines:read
POST /bank_statements/:parentId/bank_lines                                bank_lines:write
GET  /treasury_accounts/:parentId/bank_lines                              bank_lines:read
POST /treasury_accounts/:parentId/bank_lines                              bank_lines:write
POST /bank_lines/:id/accept                                               bank_lines:write payments:write transactions:write
POST /bank_lines/:id/book                                                 bank_lines:write payments:write transactions:write
POST /bank_lines/:id/ignore                                               bank_lines:write
POST /bank_lines/:id/undo                                                 bank_lines:write payments:write transactions:write
GET  /treasury_accounts/:parentId/bank_statements                         bank_statements:read
GET  /bulk_actions/:parentId/bulk_action_results                          -
POST /bulk_actions/:parentId/bulk_action_results                          -
POST /bulk_actions/:id/stop                                               -
POST /bulk_actions/:id/resume                                             -
POST /bulk_actions/:id/retry                                              -
POST /card_runs/:id/retry                                                 card_runs:write
GET  /members/:parentId/charge_differences                                charge_differences:read
POST /members/:parentId/charge_differences                                charge_differences:write
POST /charge_differences/:id/correct                                      charge_differences:write unsettled_payments:write
POST /charge_differences/:id/keep                                         charge_differences:write
POST /cash_sheets/:id/reopen                                              cash_sheets:write
GET  /people/:parentId/consents                                           consents:read
POST /people/:parentId/consents                                           consents:write
GET  /people/:parentId/contacts                                           contacts:read
POST /people/:parentId/contacts                                           contacts:write
GET  /cost_centers/:parentId/cost_center_budgets                          cost_center_budgets:read
POST /cost_centers/:parentId/cost_center_budgets                          cost_center_budgets:write
GET  /members/:parentId/credit_refunds                                    credit_refunds:read
POST /members/:parentId/credit_refunds                                    credit_refunds:write
POST /credit_refunds/:id/cancel                                           credit_refunds:write
GET  /members/:parentId/credit_uses                                       credit_uses:read
POST /members/:parentId/credit_uses                                       -
GET  /unsettled_payments/:parentId/credit_uses                            credit_uses:read
POST /unsettled_payments/:parentId/credit_uses                            -
GET  /payments/:parentId/credit_uses                                      credit_uses:read
POST /payments/:parentId/credit_uses                                      -
POST /data_breaches/:id/notify                                            -
POST /data_breaches/:id/dismiss                                           -
POST /data_breaches/:id/reopen                                            -
GET  /data_requests/:parentId/data_packages                               data_packages:read
POST /data_requests/:parentId/data_packages                               data_packages:write
POST /data_packages/:id/retry                                             data_packages:write
POST /data_packages/:id/link                                              data_packages:write
POST /data_requests/:id/answer                                            data_requests:write
POST /data_requests/:id/extend                                            data_requests:write
POST /data_requests/:id/reopen                                            data_requests:write
POST /debit_batches/:id/make_file                                         debit_batches:write debit_collections:write
POST /debit_batches/:id/send                                              debit_batches:write
POST /debit_batches/:id/undo_send                                         debit_batches:write
POST /debit_batches/:id/book                                              debit_batches:write payments:write
POST /debit_batches/:id/retry                                             debit_batches:write
POST /debit_batches/:id/cancel                                            debit_batches:write
GET  /debit_batches/:parentId/debit_collections                           debit_collections:read
POST /debit_batches/:parentId/debit_collections                           debit_collections:write
GET  /mandates/:parentId/debit_collections                                debit_collections:read
POST /mandates/:parentId/debit_collections                                debit_collections:write
GET  /members/:parentId/debit_collections                                 debit_collections:read
POST /members/:parentId/debit_collections                                 debit_collections:write
POST /debit_collections/:id/notify                                        messages:write
GET  /members/:parentId/donations_in_kind                                 donations_in_kind:read
POST /members/:parentId/donations_in_kind                                 donations_in_kind:write
GET  /external_entities/:parentId/donations_in_kind                       donations_in_kind:read
POST /external_entities/:parentId/donations_in_kind                       donations_in_kind:write
POST /donations_in_kind/:id/cancel                                        donations_in_kind:write
POST /duplicates/:id/dismiss                                              duplicates:write
POST /duplicates/:id/reconsider                                           duplicates:write
GET  /imports/:parentId/import_rows                                       -
POST /imports/:parentId/import_rows                                       -
POST /imports/:id/start                                                   -
POST /imports/:id/undo                                                    -
POST /imports/:id/retry                                                   -
GET  /payment_intents/:parentId/incoming_payments                         incoming_payments:read
POST /payment_intents/:parentId/incoming_payments                         incoming_payments:write
POST /incoming_payments/:id/confirm                                       incoming_payments:write payments:write
POST /incoming_payments/:id/return                                        incoming_payments:write payments:write
POST /incoming_payments/:id/match                                         incoming_payments:write payments:write
POST /incoming_payments/:id/dismiss                                       incoming_payments:write
GET  /members/:parentId/mandates                                          mandates:read
POST /members/:parentId/mandates                                          mandates:write
POST /mandates/:id/suspend                                                mandates:write
POST /mandates/:id/resume                                                 mandates:write
POST /mandates/:id/revoke                                                 mandates:write
GET  /member_applications/:parentId/member_application_consents           member_application_consents:read
POST /member_applications/:parentId/member_application_consents           -
POST /member_applications/:id/submit                                      member_applications:write
POST /member_applications/:id/take_for_review                             member_applications:write
POST /member_applications/:id/request_information                         member_applications:write
POST /member_applications/:id/refuse                                      member_applications:write
POST /member_applications/:id/withdraw                                    member_applications:write
POST /member_applications/:id/mark_duplicate                              member_applications:write
POST /member_applications/:id/reopen                                      member_applications:write
POST /member_applications/:id/send_verification                           member_applications:write
POST /member_applications/:id/accept                                      member_applications:write members:write
GET  /member_application_texts/:parentId/member_application_text_versions member_application_text_versions:read
POST /member_application_texts/:parentId/member_application_text_versions -
GET  /members/:parentId/member_balances                                   member_balances:read
POST /members/:parentId/member_balances                                   -
POST /members/:id/change_state                                            members:write
POST /members/:id/assign_collector                                        members:write
POST /members/:id/anonymise                                               -
POST /members/:id/restrict                                                members:write
POST /members/:id/unrestrict                                              members:write
POST /members/:id/protect                                                 -
POST /members/:id/unprotect                                               -
POST /members/:id/use_credit                                              payments:write
POST /members/:id/refund_credit                                           credit_refunds:write
GET  /members/:parentId/membership_cards                                  membership_cards:read
POST /members/:parentId/membership_cards                                  membership_cards:write
POST /membership_cards/:id/issue_copy                                     membership_cards:write
POST /membership_cards/:id/revoke                                         membership_cards:write
POST /membership_cards/:id/deliver                                        membership_cards:write
POST /membership_cards/:id/reprint                                        membership_cards:write
GET  /members/:parentId/member_exemptions                                 member_exemptions:read
POST /members/:parentId/member_exemptions                                 member_exemptions:write
POST /member_exemptions/:id/remove                                        member_exemptions:write
GET  /members/:parentId/member_quota_terms                                member_quota_terms:read
POST /members/:parentId/member_quota_terms                                member_quota_terms:write
POST /member_quota_terms/:id/remove                                       member_quota_terms:write
GET  /members/:parentId/member_states                                     member_states:read
POST /members/:parentId/member_states                                     member_states:write
POST /member_states/:id/remove                                            member_states:write
GET  /people/:parentId/merges                                             -
POST /people/:parentId/merges                                             -
GET  /members/:parentId/merges                                            -
POST /members/:parentId/merges                                            -
POST /merges/:id/undo                                                     -
GET  /messages/:parentId/message_attempts                                 message_attempts:read
POST /messages/:parentId/message_attempts                                 -
POST /message_batches/:id/cancel                                          message_batches:write
GET  /people/:parentId/messages                                           messages:read
POST /people/:parentId/messages                                           messages:write
GET  /message_batches/:parentId/messages                                  messages:read
POST /message_batches/:parentId/messages                                  messages:write
POST /messages/:id/resend                                                 messages:write
POST /messages/:id/cancel                                                 messages:write
POST /messages/:id/mark_printed                                           messages:write
POST /message_settings/:id/reset                                          message_settings:write
GET  /members/:parentId/payment_agreements                                payment_agreements:read
POST /members/:parentId/payment_agreements                                payment_agreements:write
POST /payment_agreements/:id/cancel                                       payment_agreements:write
GET  /members/:parentId/payment_intents                                   payment_intents:read
POST /payment_intents/:id/cancel                                          payment_intents:write
GET  /payments/:parentId/payment_items                                    payment_items:read
POST /payments/:parentId/payment_items                                    -
GET  /unsettled_payments/:parentId/payment_items                          payment_items:read
POST /unsettled_payments/:parentId/payment_items                          -
GET  /message_batches/:parentId/payment_message                           payment_message:read
POST /message_batches/:parentId/payment_message                           payment_message:write
POST /payment_message/:id/send                                            payment_message:write
POST /payment_message/:id/schedule                                        payment_message:write
POST /payment_message/:id/unschedule                                      payment_message:write
GET  /payments/:parentId/payment_returns                                  payment_returns:read
POST /payments/:parentId/payment_returns                                  -
GET  /members/:parentId/payment_returns                                   payment_returns:read
POST /members/:parentId/payment_returns                                   -
GET  /members/:parentId/payments                                          payments:read
POST /members/:parentId/payments                                          payments:write
POST /payments/:id/cancel                                                 payments:write
POST /payments/:id/confirm                                                payments:write
POST /payments/:id/return                                                 payments:write
POST /payments/:id/undo_return                                            payments:write
POST /payments/:id/send_receipt                                           messages:write
POST /people/:id/anonymise                                                -
POST /people/:id/protect                                                  -
POST /people/:id/unprotect                                                -
POST /print_batches/:id/undo                                              print_batches:write
POST /print_batches/:id/retry                                             print_batches:write
POST /quota_plans/:id/set_prices                                          quota_prices:write
POST /quota_plans/:id/remove_prices                                       quota_prices:write
GET  /quota_plans/:parentId/quota_prices                                  quota_prices:read
POST /quota_plans/:parentId/quota_prices                                  quota_prices:write
POST /quota_runs/:id/undo                                                 quota_runs:write
POST /quota_runs/:id/retry                                                quota_runs:write
GET  /members/:parentId/record_files                                      record_files:read
GET  /treasury_docs/:parentId/record_files                                record_files:read
POST /record_files/:id/share                                              record_files:write
GET  /collectors/:parentId/rounds                                         rounds:read
POST /collectors/:parentId/rounds                                         rounds:write
POST /rounds/:id/hand_out                                                 rounds:write
POST /rounds/:id/refresh                                                  rounds:write
POST /rounds/:id/settle                                                   rounds:write payments:write
POST /rounds/:id/pay_commission                                           rounds:write transactions:write
POST /rounds/:id/undo_commission                                          rounds:write transactions:write
POST /rounds/:id/cancel                                                   rounds:write
POST /rounds/:id/retry                                                    rounds:write
GET  /rounds/:parentId/round_visits                                       round_visits:read
POST /rounds/:parentId/round_visits                                       round_visits:write
GET  /members/:parentId/round_visits                                      round_visits:read
POST /members/:parentId/round_visits                                      round_visits:write
POST /round_visits/:id/mark                                               round_visits:write
POST /sessions/:id/end                                                    -
GET  /treasury_accounts/:parentId/transactions                            transactions:read
POST /treasury_accounts/:parentId/transactions                            transactions:write
GET  /transaction_categories/:parentId/transactions                       transactions:read
POST /transaction_categories/:parentId/transactions                       transactions:write
GET  /external_entities/:parentId/transactions                            transactions:read
POST /external_entities/:parentId/transactions                            transactions:write
GET  /members/:parentId/transactions                                      transactions:read
POST /members/:parentId/transactions                                      transactions:write
GET  /payments/:parentId/transactions                                     transactions:read
POST /payments/:parentId/transactions                                     transactions:write
POST /transactions/:id/cancel                                             transactions:write
POST /transactions/:id/reconcile                                          transactions:write
POST /transactions/:id/unreconcile                                        transactions:write
GET  /cost_centers/:parentId/transaction_splits                           transaction_splits:read
POST /cost_centers/:parentId/transaction_splits                           -
GET  /transactions/:parentId/transaction_splits                           transaction_splits:read
POST /transactions/:parentId/transaction_splits                           -
GET  /external_entities/:parentId/treasury_docs                           treasury_docs:read
POST /external_entities/:parentId/treasury_docs                           treasury_docs:write
GET  /members/:parentId/treasury_docs                                     treasury_docs:read
POST /members/:parentId/treasury_docs                                     treasury_docs:write
POST /treasury_docs/:id/cancel                                            treasury_docs:write
GET  /members/:parentId/unsettled_payments                                unsettled_payments:read
POST /members/:parentId/unsettled_payments                                unsettled_payments:write
GET  /payment_agreements/:parentId/unsettled_payments                     unsettled_payments:read
POST /payment_agreements/:parentId/unsettled_payments                     unsettled_payments:write
POST /unsettled_payments/:id/cancel                                       unsettled_payments:write
POST /unsettled_payments/:id/exempt                                       unsettled_payments:write
POST /unsettled_payments/:id/restore                                      unsettled_payments:write
POST /unsettled_payments/:id/release_credit                               unsettled_payments:write payments:write
POST /users/:id/send_link                                                 -
POST /users/:id/end_sessions                                              -
POST /users/:id/reset_two_steps                                           -
GET  /webhook_deliveries/:parentId/webhook_attempts                       -
POST /webhook_deliveries/:parentId/webhook_attempts                       -
GET  /webhooks/:parentId/webhook_deliveries                               -
POST /webhooks/:parentId/webhook_deliveries                               -
POST /webhook_deliveries/:id/redeliver                                    -
POST /webhooks/:id/send_test                                              -
POST /webhooks/:id/switch_off                                             -
POST /webhooks/:id/switch_on                                              -
`

const { app, as } = await testApp()
const admin = await as('admin')
const unknownId = '0198c0de-0000-7000-8000-000000000000'
const lines = table
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))
  .map(([method = '', path = '', ...scopes]) => ({
    method,
    path,
    scopes: scopes.filter((one) => one !== '-'),
  }))

/** Programs by the permissions of their secret. */
const known = new Map<string, Promise<TestCaller>>()
function programWith(scopes: readonly string[]): Promise<TestCaller> {
  const key = scopes.join(' ')
  const program =
    known.get(key) ??
    (async () => {
      const { _id } = succeeded(await admin.post('/api_secrets', { name: 'Programa', scopes: key }))
      const { body } = await admin.post(`/api_secrets/${_id}/issue`, {})
      return callerOf(app, String(body.data['secret']))
    })()
  known.set(key, program)
  return program
}

async function statusOf(scopes: readonly string[], method: string, path: string): Promise<number> {
  const address = path.replaceAll(/:\w+/g, unknownId)
  const program = await programWith(scopes)
  const { status } = method === 'GET' ? await program.get(address) : await program.post(address, {})
  return status
}

test('each nested route, action and history is in the table', () => {
  const expected = app.routes
    .flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url.replace(/^\/api/, '')}`))
    .filter((route) => /^(GET|POST) \/\w+\/:parentId\/\w+$/.test(route))
  const written = new Set(lines.map(({ method, path }) => `${method} ${path}`))
  for (const route of expected)
    assert.ok(written.has(route), `${route}: write in the table what a program needs`)
})

const all = allScopes()
const histories = app.routes
  .map(({ url }) => url.replace(/^\/api/, ''))
  .filter((path) => /^\/\w+\/:id\/audit_events$/.test(path))
  .map((path) => ({ method: 'GET', path, scopes: [] as string[] }))

describe('a program', () => {
  for (const { method, path, scopes } of [
    ...lines,
    ...new Map(histories.map((one) => [one.path, one])).values(),
  ]) {
    if (!isCrossed(toCamelCase(path.split('/')[1] ?? ''))) continue
    test(`${method} ${path}: ${scopes.join(' and ') || 'for people alone'}`, async () => {
      if (scopes.length === 0) return assert.equal(await statusOf(all, method, path), 403)
      assert.notEqual(await statusOf(scopes, method, path), 403, 'with these alone')
      for (const missing of scopes)
        assert.equal(
          await statusOf(
            all.filter((one) => one !== missing),
            method,
            path,
          ),
          403,
          `without ${missing}`,
        )
    })
  }
})
