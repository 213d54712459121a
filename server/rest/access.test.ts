import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allDefinitions, definitions } from '@agremia/resources/definitions/index.ts'
import { publicSettings, settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { toCamelCase, toSnakeCase } from '@agremia/resources/letter-case.ts'
import type { Answer, TestCaller, TestRecord } from '../testing/caller.ts'
import { createTargets, type Target } from '../testing/targets.ts'
import { testApp } from '../testing/test-app.ts'
import type { TestUser } from '../testing/test-app.ts'
import { isCrossed } from '../testing/volume.ts'

const { as, another, make, sql, today, visitor } = await testApp()
const admin = await as('admin')
const editor = await as('editor')
const auditor = await as('auditor')
const member = await as('member')
const stranger = await another('member')

/** The usual lines of a resource that only staff may access; auditors read. */
const staffLines = `
list      200  200  200  403  403  401
read      200  200  200  403  403  401
create    201  201  403  403  403  401
validate  200  200  403  403  403  401
update    200  200  403  403  403  401
delete    204  204  403  403  403  401
history   200  200  200  403  403  401
`

/** The usual lines of a resource that only administrators may access. */
const adminLines = `
list      200  403  403  403  403  401
read      200  403  403  403  403  401
create    201  403  403  403  403  401
validate  200  403  403  403  403  401
update    200  403  403  403  403  401
delete    204  403  403  403  403  401
history   200  403  403  403  403  401
`

/**
 * Resource × verb or action: the status that each caller gets. `staff` and `admins` alone stand for the lines above; `staff` with actions, for a line each,
 * in which only administrators and editors may do it. `may`: access is granted, and the result depends on the record and the input.
 */
const matrix = `
resource                          verb         admin    editor   auditor  member’s own  of another  visitor

api_calls                         list         200      403      403      403           403         401
api_calls                         read         200      403      403      403           403         401
api_calls                         create       403      403      403      403           403         401
api_calls                         update       403      403      403      403           403         401
api_calls                         delete       403      403      403      403           403         401

api_secrets admins
api_secrets                       revoke       200      403      403      403           403         401

bank_lines                        list         200      200      200      403           403         401
bank_lines                        read         200      200      200      403           403         401
bank_lines                        create       403      403      403      403           403         401
bank_lines                        update       403      403      403      403           403         401
bank_lines                        delete       403      403      403      403           403         401
bank_lines                        history      200      200      200      403           403         401
bank_lines                        accept       may      may      403      403           403         401
bank_lines                        book         may      may      403      403           403         401
bank_lines                        undo         may      may      403      403           403         401
bank_lines staff ignore

bank_statements                   list         200      200      200      403           403         401
bank_statements                   read         200      200      200      403           403         401
bank_statements                   create       415      415      403      403           403         401
bank_statements                   update       403      403      403      403           403         401
bank_statements                   delete       204      204      403      403           403         401
bank_statements                   history      200      200      200      403           403         401

collectors staff

rounds                            list         200      200      200      200           200         401
rounds                            read         200      200      200      200           404         401
rounds                            create       201      201      403      403           403         401
rounds                            validate     200      200      403      403           403         401
rounds                            update       200      200      403      403           403         401
rounds                            delete       403      403      403      403           403         401
rounds                            history      200      200      200      403           403         401
rounds staff hand_out refresh cancel
rounds                            settle       may      may      403      403           403         401
rounds                            pay_commission may    may      403      403           403         401
rounds                            undo_commission may   may      403      403           403         401
rounds                            retry        may      may      403      403           403         401

round_visits                      list         200      200      200      200           200         401
round_visits                      read         200      200      200      200           404         401
round_visits                      create       403      403      403      403           403         401
round_visits                      update       403      403      403      403           403         401
round_visits                      delete       403      403      403      403           403         401
round_visits                      history      200      200      200      403           403         401
round_visits                      mark         200      200      403      200           404         401

bulk_actions                      list         200      200      200      403           403         401
bulk_actions                      read         200      200      200      403           403         401
bulk_actions                      create       201      201      403      403           403         401
bulk_actions                      validate     200      200      403      403           403         401
bulk_actions                      update       403      403      403      403           403         401
bulk_actions                      delete       403      403      403      403           403         401
bulk_actions                      history      200      200      200      403           403         401
bulk_actions staff stop resume retry

bulk_action_results               list         200      200      200      403           403         401
bulk_action_results               create       403      403      403      403           403         401
bulk_action_results               update       403      403      403      403           403         401
bulk_action_results               delete       403      403      403      403           403         401

card_runs                         list         200      200      200      403           403         401
card_runs                         create       201      201      403      403           403         401
card_runs                         update       403      403      403      403           403         401
card_runs                         delete       403      403      403      403           403         401
card_runs staff retry

card_templates                    list         200      200      200      403           403         401
card_templates                    create       201      201      403      403           403         401
card_templates                    update       200      200      403      403           403         401
card_templates                    delete       204      204      403      403           403         401

cash_sheets                       list         200      200      200      403           403         401
cash_sheets                       read         200      200      200      403           403         401
cash_sheets                       create       201      201      403      403           403         401
cash_sheets                       validate     200      200      403      403           403         401
cash_sheets                       update       403      403      403      403           403         401
cash_sheets                       delete       403      403      403      403           403         401
cash_sheets                       history      200      200      200      403           403         401
cash_sheets                       reopen       200      200      403      403           403         401

debit_answers                     list         200      200      200      403           403         401
debit_answers                     read         200      200      200      403           403         401
debit_answers                     create       415      415      403      403           403         401
debit_answers                     update       403      403      403      403           403         401
debit_answers                     delete       403      403      403      403           403         401
debit_answers                     history      200      200      200      403           403         401

debit_batches                     list         200      200      200      403           403         401
debit_batches                     read         200      200      200      403           403         401
debit_batches                     create       422      422      403      403           403         401
debit_batches                     validate     200      200      403      403           403         401
debit_batches                     update       403      403      403      403           403         401
debit_batches                     delete       403      403      403      403           403         401
debit_batches                     history      200      200      200      403           403         401
debit_batches                     make_file    may      may      403      403           403         401
debit_batches                     send         may      may      403      403           403         401
debit_batches                     undo_send    may      may      403      403           403         401
debit_batches                     book         may      may      403      403           403         401
debit_batches                     retry        may      may      403      403           403         401
debit_batches                     cancel       200      200      403      403           403         401

debit_collections                 list         200      200      200      403           403         401
debit_collections                 read         200      200      200      403           403         401
debit_collections                 create       403      403      403      403           403         401
debit_collections                 update       403      403      403      403           403         401
debit_collections                 delete       403      403      403      403           403         401
debit_collections                 history      200      200      200      403           403         401
debit_collections                 notify       200      200      403      403           403         401

mandates                          list         200      200      200      200           200         401
mandates                          read         200      200      200      200           404         401
mandates                          create       201      201      403      403           403         401
mandates                          validate     200      200      403      403           403         401
mandates                          update       200      200      403      403           403         401
mandates                          delete       403      403      403      403           403         401
mandates                          history      200      200      200      403           403         401
mandates                          suspend      200      200      403      403           403         401
mandates                          resume       may      may      403      403           403         401
mandates                          revoke       200      200      403      403           403         401

consents                          list         200      200      200      200           200         401
consents                          read         200      200      200      200           404         401
consents                          create       201      201      403      201           403         401
consents                          validate     200      200      403      200           403         401
consents                          update       403      403      403      403           403         401
consents                          delete       403      403      403      403           403         401
consents                          history      200      200      200      403           403         401

contacts                          list         200      200      200      200           200         401
contacts                          read         200      200      200      200           404         401
contacts                          create       201      201      403      201           403         401
contacts                          validate     200      200      403      200           403         401
contacts                          update       200      200      403      200           404         401
contacts                          delete       204      204      403      204           404         401
contacts                          history      200      200      200      403           403         401

member_applications staff
member_applications               submit       200      200      403      403           403         401
member_applications staff take_for_review request_information refuse withdraw mark_duplicate reopen send_verification accept

member_application_consents       list         200      200      200      403           403         401
member_application_states         list         200      200      200      403           403         401
member_application_texts          list         200      200      200      403           403         401
member_application_text_versions  list         200      200      200      403           403         401

member_categories                 list         200      200      200      200           200         401
member_categories                 read         200      200      200      200           200         401
member_categories                 create       201      201      403      403           403         401
member_categories                 validate     200      200      403      403           403         401
member_categories                 update       200      200      403      403           403         401
member_categories                 delete       204      204      403      403           403         401
member_categories                 history      200      200      200      403           403         401

member_exemptions                 list         200      200      200      200           200         401
member_exemptions                 read         200      200      200      200           404         401
member_exemptions                 create       201      201      403      403           403         401
member_exemptions                 validate     200      200      403      403           403         401
member_exemptions                 update       200      200      403      403           403         401
member_exemptions                 delete       403      403      403      403           403         401
member_exemptions                 history      200      200      200      403           403         401
member_exemptions                 remove       200      200      403      403           403         401

member_quota_terms                list         200      200      200      200           200         401
member_quota_terms                read         200      200      200      200           404         401
member_quota_terms                create       201      201      403      403           403         401
member_quota_terms                validate     200      200      403      403           403         401
member_quota_terms                update       200      200      403      403           403         401
member_quota_terms                delete       403      403      403      403           403         401
member_quota_terms                history      200      200      200      403           403         401
member_quota_terms                remove       200      200      403      403           403         401

member_state_names                list         200      200      200      200           200         401
member_state_names                read         200      200      200      200           200         401
member_state_names                create       201      201      403      403           403         401
member_state_names                validate     200      200      403      403           403         401
member_state_names                update       200      200      403      403           403         401
member_state_names                delete       204      204      403      403           403         401
member_state_names                history      200      200      200      403           403         401

member_states                     list         200      200      200      200           200         401
member_states                     read         200      200      200      200           404         401
member_states                     create       201      201      403      403           403         401
member_states                     validate     200      200      403      403           403         401
member_states                     update       200      200      403      403           403         401
member_states                     delete       403      403      403      403           403         401
member_states                     history      200      200      200      403           403         401
member_states                     remove       200      200      403      403           403         401

members                           list         200      200      200      200           200         401
members                           read         200      200      200      200           404         401
members                           create       201      201      403      403           403         401
members                           validate     200      200      403      403           403         401
members                           update       200      200      403      200           404         401
members                           delete       204      204      403      403           403         401
members                           history      200      200      200      403           403         401
members                           change_state 200      200      403      403           403         401
members                           anonymise    may      403      403      403           403         401
members                           restrict     may      may      403      403           403         401
members                           unrestrict   may      may      403      403           403         401
members                           protect      may      403      403      403           403         401
members                           unprotect    may      403      403      403           403         401
members staff assign_collector use_credit refund_credit

message_attempts                  list         200      200      200      403           403         401

message_batches                   list         200      200      200      403           403         401
message_batches                   read         200      200      200      403           403         401
message_batches                   create       201      201      403      403           403         401
message_batches                   validate     200      200      403      403           403         401
message_batches                   update       403      403      403      403           403         401
message_batches                   delete       403      403      403      403           403         401
message_batches staff cancel

message_settings                  list         200      200      200      403           403         401
message_settings                  read         200      200      200      403           403         401
message_settings                  create       403      403      403      403           403         401
message_settings                  validate     403      403      403      403           403         401
message_settings                  update       200      200      403      403           403         401
message_settings                  delete       403      403      403      403           403         401
message_settings staff reset

messages                          list         200      200      200      200           200         401
messages                          read         200      200      200      200           404         401
messages                          create       403      403      403      403           403         401
messages                          validate     403      403      403      403           403         401
messages                          update       403      403      403      403           403         401
messages                          delete       403      403      403      403           403         401
messages                          history      200      200      200      403           403         401
messages staff resend cancel mark_printed

people                            list         200      200      200      200           200         401
people                            read         200      200      200      200           404         401
people                            create       201      201      403      403           403         401
people                            validate     200      200      403      403           403         401
people                            update       200      200      403      200           404         401
people                            delete       204      204      403      403           403         401
people                            history      200      200      200      403           403         401
people                            anonymise    may      403      403      403           403         401
people                            protect      may      403      403      403           403         401
people                            unprotect    may      403      403      403           403         401

record_files                      list         200      200      200      403           403         401
record_files                      read         200      200      200      403           403         401
record_files                      create       415      415      403      403           403         401
record_files                      update       200      200      403      403           403         401
record_files                      delete       204      204      403      403           403         401
record_files                      history      200      200      200      403           403         401
record_files staff share

sessions                          list         200      200      200      200           200         401
sessions                          read         200      200      200      200           404         401
sessions                          create       403      403      403      403           403         401
sessions                          update       403      403      403      403           403         401
sessions                          delete       403      403      403      403           403         401
sessions                          end          200      200      403      409           404         401

settings                          list         200      200      200      200           200         200
settings                          read         200      200      200      200           200         200
settings                          create       403      403      403      403           403         401
settings                          validate     403      403      403      403           403         401
settings                          update       200      200      403      403           403         401
settings                          delete       403      403      403      403           403         401
settings                          history      200      200      200      403           403         401

users                             list         200      200      200      403           403         401
users                             read         200      200      200      200           404         401
users                             create       201      201      403      403           403         401
users                             validate     200      200      403      403           403         401
users                             update       200      200      403      200           404         401
users                             delete       204      204      403      403           403         401
users                             history      200      200      200      403           403         401
users staff send_link end_sessions reset_two_steps block

webhook_attempts                  list         200      403      403      403           403         401
webhook_attempts                  read         200      403      403      403           403         401
webhook_attempts                  create       403      403      403      403           403         401
webhook_attempts                  update       403      403      403      403           403         401
webhook_attempts                  delete       403      403      403      403           403         401

webhook_deliveries                list         200      403      403      403           403         401
webhook_deliveries                read         200      403      403      403           403         401
webhook_deliveries                create       403      403      403      403           403         401
webhook_deliveries                update       403      403      403      403           403         401
webhook_deliveries                delete       403      403      403      403           403         401
webhook_deliveries                history      200      403      403      403           403         401
webhook_deliveries                redeliver    200      403      403      403           403         401

webhooks admins
webhooks                          send_test    may      403      403      403           403         401
webhooks                          switch_off   200      403      403      403           403         401
webhooks                          switch_on    may      403      403      403           403         401

agreement_instalments             list         200      200      200      200           200         401
agreement_instalments             read         200      200      200      200           404         401
agreement_instalments             create       403      403      403      403           403         401

charge_differences                list         200      200      200      403           403         401
charge_differences                read         200      200      200      403           403         401
charge_differences                create       403      403      403      403           403         401
charge_differences                update       403      403      403      403           403         401
charge_differences                delete       403      403      403      403           403         401
charge_differences                history      200      200      200      403           403         401
charge_differences                correct      200      200      403      403           403         401
charge_differences                keep         200      200      403      403           403         401

credit_refunds                    list         200      200      200      200           200         401
credit_refunds                    read         200      200      200      200           404         401
credit_refunds                    create       403      403      403      403           403         401
credit_refunds                    update       403      403      403      403           403         401
credit_refunds                    delete       403      403      403      403           403         401
credit_refunds                    history      200      200      200      403           403         401
credit_refunds                    cancel       200      200      403      403           403         401

credit_uses                       list         200      200      200      200           200         401

member_balances                   list         200      200      200      403           403         401
member_balances                   read         200      200      200      403           403         401
member_balances                   update       403      403      403      403           403         401

payment_agreements                list         200      200      200      200           200         401
payment_agreements                read         200      200      200      200           404         401
payment_agreements                create       201      201      403      403           403         401
payment_agreements                update       200      200      403      403           403         401
payment_agreements                delete       403      403      403      403           403         401
payment_agreements                cancel       200      200      403      403           403         401

payment_items                     list         200      200      200      200           200         401
payment_items                     read         200      200      200      200           404         401
payment_items                     create       403      403      403      403           403         401

payment_returns                   list         200      200      200      200           200         401
payment_returns                   read         200      200      200      200           404         401
payment_returns                   create       403      403      403      403           403         401
payment_returns                   update       403      403      403      403           403         401
payment_returns                   delete       403      403      403      403           403         401

payments                          list         200      200      200      200           200         401
payments                          read         200      200      200      200           404         401
payments                          create       201      201      403      403           403         401
payments                          validate     200      200      403      403           403         401
payments                          update       200      200      403      403           403         401
payments                          delete       403      403      403      403           403         401
payments                          history      200      200      200      403           403         401
payments                          cancel       200      200      403      403           403         401
payments staff confirm return undo_return send_receipt

membership_card_letters           list         200      200      200      403           403         401
membership_card_letters           read         200      200      200      403           403         401
membership_card_letters           create       201      201      403      403           403         401
membership_card_letters           update       200      200      403      403           403         401
membership_card_letters           delete       403      403      403      403           403         401

backups                           list         200      403      403      403           403         401
backups                           read         200      403      403      403           403         401
backups                           create       201      403      403      403           403         401
backups                           validate     200      403      403      403           403         401
backups                           update       403      403      403      403           403         401
backups                           delete       403      403      403      403           403         401
backups                           history      200      403      403      403           403         401
backups                           check        may      403      403      403           403         401
backups                           discard      may      403      403      403           403         401
backups                           retry        may      403      403      403           403         401

print_batches                     list         200      200      200      403           403         401
print_batches                     create       201      201      403      403           403         401
print_batches                     update       403      403      403      403           403         401
print_batches                     delete       403      403      403      403           403         401
print_batches staff undo retry

membership_cards                  list         200      200      200      200           200         401
membership_cards                  read         200      200      200      200           404         401
membership_cards                  create       201      201      403      403           403         401
membership_cards                  validate     200      200      403      403           403         401
membership_cards                  update       200      200      403      403           403         401
membership_cards                  delete       403      403      403      403           403         401
membership_cards                  history      200      200      200      403           403         401
membership_cards                  revoke       200      200      403      403           403         401
membership_cards staff issue_copy deliver reprint

quota_plans                       list         200      200      200      200           200         401
quota_plans                       create       201      201      403      403           403         401
quota_plans                       update       200      200      403      403           403         401
quota_plans                       delete       204      204      403      403           403         401
quota_plans staff set_prices remove_prices

quota_prices                      list         200      200      200      200           200         401
quota_prices                      create       201      201      403      403           403         401
quota_prices                      update       403      403      403      403           403         401
quota_prices                      delete       204      204      403      403           403         401

quota_runs                        list         200      200      200      403           403         401
quota_runs                        create       201      201      403      403           403         401
quota_runs                        update       403      403      403      403           403         401
quota_runs                        delete       403      403      403      403           403         401
quota_runs staff undo retry

payment_message staff
payment_message staff send schedule unschedule

cost_centers staff
cost_center_budgets staff
imports                           list         200      200      200      403           403         401
imports                           read         200      200      200      403           403         401
imports                           create       415      415      403      403           403         401
imports                           validate     200      200      403      403           403         401
imports                           update       200      200      403      403           403         401
imports                           delete       403      403      403      403           403         401
imports                           history      200      200      200      403           403         401
imports                           start        may      may      403      403           403         401
imports                           undo         may      may      403      403           403         401
imports                           retry        may      may      403      403           403         401

import_rows                       list         200      200      200      403           403         401
import_rows                       read         200      200      200      403           403         401
import_rows                       create       403      403      403      403           403         401
import_rows                       validate     403      403      403      403           403         401
import_rows                       update       200      200      403      403           403         401
import_rows                       delete       403      403      403      403           403         401
import_rows                       history      200      200      200      403           403         401

donations_in_kind                 list         200      200      200      403           403         401
donations_in_kind                 read         200      200      200      403           403         401
donations_in_kind                 create       201      201      403      403           403         401
donations_in_kind                 validate     200      200      403      403           403         401
donations_in_kind                 update       200      200      403      403           403         401
donations_in_kind                 delete       403      403      403      403           403         401
donations_in_kind                 history      200      200      200      403           403         401
donations_in_kind staff cancel

data_breaches                     list         200      403      403      403           403         401
data_breaches                     read         200      403      403      403           403         401
data_breaches                     create       201      403      403      403           403         401
data_breaches                     validate     200      403      403      403           403         401
data_breaches                     update       200      403      403      403           403         401
data_breaches                     delete       403      403      403      403           403         401
data_breaches                     history      200      403      403      403           403         401
data_breaches                     notify       may      403      403      403           403         401
data_breaches                     dismiss      may      403      403      403           403         401
data_breaches                     reopen       may      403      403      403           403         401

processing_activities admins

processors admins

data_packages                     list         200      200      200      403           403         401
data_packages                     read         200      200      200      403           403         401
data_packages                     create       201      201      403      403           403         401
data_packages                     validate     200      200      403      403           403         401
data_packages                     update       403      403      403      403           403         401
data_packages                     delete       403      403      403      403           403         401
data_packages                     history      200      200      200      403           403         401
data_packages                     retry        may      may      403      403           403         401
data_packages                     link         may      may      403      403           403         401

data_requests                     list         200      200      200      403           403         401
data_requests                     read         200      200      200      403           403         401
data_requests                     create       201      201      403      403           403         401
data_requests                     validate     200      200      403      403           403         401
data_requests                     update       200      200      403      403           403         401
data_requests                     delete       403      403      403      403           403         401
data_requests                     history      200      200      200      403           403         401
data_requests                     answer       may      may      403      403           403         401
data_requests                     extend       may      may      403      403           403         401
data_requests                     reopen       may      may      403      403           403         401

erasures                          list         200      200      200      403           403         401
erasures                          read         200      200      200      403           403         401
erasures                          create       403      403      403      403           403         401
erasures                          update       403      403      403      403           403         401
erasures                          delete       403      403      403      403           403         401
erasures                          history      200      200      200      403           403         401

duplicates                        list         200      200      200      403           403         401
duplicates                        read         200      200      200      403           403         401
duplicates                        create       403      403      403      403           403         401
duplicates                        update       403      403      403      403           403         401
duplicates                        delete       403      403      403      403           403         401
duplicates                        history      200      200      200      403           403         401
duplicates                        dismiss      may      may      403      403           403         401
duplicates                        reconsider   may      may      403      403           403         401

merges                            list         200      200      200      403           403         401
merges                            read         200      200      200      403           403         401
merges                            create       201      201      403      403           403         401
merges                            validate     200      200      403      403           403         401
merges                            update       403      403      403      403           403         401
merges                            delete       403      403      403      403           403         401
merges                            history      200      200      200      403           403         401
merges                            undo         may      may      403      403           403         401

external_entities staff

fixed_assets staff
report_notes staff
kept_reports                      list         200      200      200      403           403         401
kept_reports                      read         200      200      200      403           403         401
kept_reports                      create       201      201      403      403           403         401
kept_reports                      validate     200      200      403      403           403         401
kept_reports                      update       403      403      403      403           403         401
kept_reports                      delete       204      403      403      403           403         401
kept_reports                      history      200      200      200      403           403         401

transaction_categories staff
treasury_accounts staff

transactions                      list         200      200      200      403           403         401
transactions                      read         200      200      200      403           403         401
transactions                      create       201      201      403      403           403         401
transactions                      validate     200      200      403      403           403         401
transactions                      update       200      200      403      403           403         401
transactions                      delete       403      403      403      403           403         401
transactions                      history      200      200      200      403           403         401
transactions staff cancel reconcile unreconcile

transaction_splits                list         200      200      200      403           403         401
transaction_splits                create       403      403      403      403           403         401

treasury_docs                     list         200      200      200      403           403         401
treasury_docs                     read         200      200      200      403           403         401
treasury_docs                     create       201      201      403      403           403         401
treasury_docs                     validate     200      200      403      403           403         401
treasury_docs                     update       200      200      403      403           403         401
treasury_docs                     delete       403      403      403      403           403         401
treasury_docs                     history      200      200      200      403           403         401
treasury_docs staff cancel

unsettled_payments                list         200      200      200      200           200         401
unsettled_payments                read         200      200      200      200           404         401
unsettled_payments                create       201      201      403      403           403         401
unsettled_payments                validate     200      200      403      403           403         401
unsettled_payments                update       200      200      403      403           403         401
unsettled_payments                delete       403      403      403      403           403         401
unsettled_payments                history      200      200      200      403           403         401
unsettled_payments                cancel       200      200      403      403           403         401
unsettled_payments staff exempt restore release_credit

incoming_payments                 list         200      200      200      403           403         401
incoming_payments                 read         200      200      200      403           403         401
incoming_payments                 create       403      403      403      403           403         401
incoming_payments                 update       403      403      403      403           403         401
incoming_payments                 delete       403      403      403      403           403         401
incoming_payments                 history      200      200      200      403           403         401
incoming_payments                 confirm      may      may      403      403           403         401
incoming_payments                 match        may      may      403      403           403         401
incoming_payments                 dismiss      may      may      403      403           403         401
incoming_payments                 return       may      may      403      403           403         401

payment_intents                   list         200      200      200      200           200         401
payment_intents                   read         200      200      200      200           404         401
payment_intents                   update       403      403      403      403           403         401
payment_intents                   delete       403      403      403      403           403         401
payment_intents                   cancel       200      200      403      403           403         401

countries                         list         200      200      200      200           200         200
people_researcher                 list         200      200      200      403           403         401
charges_by_member                 list         200      200      200      403           403         401
mbway                             list         200      200      200      200           200         401
payment_advice                    list         400      400      400      400           400         401
audit_events                      list         200      200      200      403           403         401
explainer                         list         200      200      200      200           200         200
terminology                       list         200      200      200      200           200         200
`

const newTarget = createTargets({ make, sql, today }, admin)
const unchanged = new Map<string, Promise<Target>>()

/** A record of the owner; the same one for all requests that change nothing, because making one costs more than the request. */
function targetOf(name: string, owner: TestUser, isKept: boolean): Promise<Target> {
  if (!isKept) return newTarget(name, owner)
  const key = [name, owner.role, owner.userId].join(' ')
  const target = unchanged.get(key) ?? newTarget(name, owner)
  unchanged.set(key, target)
  return target
}

/** Requests that read or are refused change nothing. */
const changesNothing = (verb: string, status: string | undefined) =>
  ['read', 'validate', 'history'].includes(verb) || status?.startsWith('4') === true

function ask(caller: TestCaller, path: string, verb: string, target?: Target): Promise<Answer> {
  const one = `${path}/${target?.id}`
  switch (verb) {
    case 'list':
      return caller.get(path)
    case 'read':
      return caller.get(one)
    case 'create':
      return caller.post(path, target?.input)
    case 'validate':
      return caller.post(`${path}/validate`, target?.input)
    case 'update':
      return caller.patch(one, target?.change)
    case 'delete':
      return caller.delete(one)
    case 'history':
      return caller.get(`${one}/audit_events`)
    default:
      return caller.post(`${one}/${verb}`, target?.actions?.[toCamelCase(verb)] ?? {})
  }
}

describe('access: role × verb', () => {
  const linesOf = (table: string) => table.trim().split('\n').filter(Boolean)
  const lines = linesOf(matrix)
    .slice(1)
    .flatMap((line) => {
      const [resource = '', verb, ...actions] = line.split(/\s+/)
      if (verb === 'admins') return linesOf(adminLines).map((each) => `${resource} ${each}`)
      if (verb !== 'staff') return [line]
      const ofActions = actions.map((action) => `${action} may may 403 403 403 401`)
      return (actions.length > 0 ? ofActions : linesOf(staffLines)).map((each) => `${resource} ${each}`)
    })
  /** Staff act on records that they made, members on their own and on another member's. */
  const columns: [string, TestCaller, TestUser][] = [
    ['an administrator', admin, admin],
    ['an editor', editor, editor],
    ['an auditor', auditor, auditor],
    ['a member, of their own', member, member],
    ['a member, of another', member, stranger],
    ['a visitor', visitor, stranger],
  ]
  for (const line of lines) {
    const [resource = '', verb = '', ...statuses] = line.split(/\s+/)
    if (!isCrossed(toCamelCase(resource))) continue
    test(`${resource} ${verb}`, async () => {
      for (const [index, [who, caller, owner]] of columns.entries()) {
        // Accounts of staff have no person: their records belong to a member.
        const of = owner.role === 'member' ? owner : { ...stranger, role: owner.role }
        const target =
          verb === 'list'
            ? undefined
            : await targetOf(toCamelCase(resource), of, changesNothing(verb, statuses[index]))
        const { status, text } = await ask(caller, `/${resource}`, verb, target)
        if (statuses[index] === 'may')
          assert.ok([200, 409, 422].includes(status), `${who}: ${status} ${text}`)
        else assert.equal(status, Number(statuses[index]), `${who}: ${text}`)
      }
    })
  }

  const named = new Set(lines.map((line) => line.split(/\s+/, 2).join(' ')))
  for (const { name, actions = {} } of allDefinitions) {
    const resource = toSnakeCase(name)
    test(`${resource} is in the matrix, with its actions`, () => {
      assert.ok(named.has(`${resource} list`), `${name}: write in the matrix of this file who may do what`)
      for (const action of Object.keys(actions))
        assert.ok(
          named.has(`${resource} ${toSnakeCase(action)}`),
          `${name}: write in the matrix of this file who may do the action «${action}»`,
        )
    })
  }
})

describe('members see only their own records', () => {
  test('in lists, with any parameters', async () => {
    await make.contact({ personId: String(member.personId) })
    await make.contact({ personId: String(stranger.personId) })
    for (const [path, field, own] of [
      ['/members', 'personId', member.personId],
      ['/people', '_id', member.personId],
      ['/contacts', 'personId', member.personId],
      ['/member_states', 'personId', member.personId],
    ] as const) {
      const filter = field === '_id' ? '_id' : `_${field}`
      for (const query of ['', '?_limit=-1', '?_limit=500', '?_sort=_id', `?${filter}=${own}`]) {
        const { body } = await member.get(`${path}${query}`)
        assert.ok(body.data.length > 0, `${path}${query}`)
        assert.ok(
          body.data.every((record) => record[field] === own),
          `${path}${query}`,
        )
        assert.equal(body.meta.total, body.data.length)
      }
      const others = await member.get(`${path}?${filter}=${String(stranger.personId)}`)
      assert.deepEqual([others.body.data, others.body.meta.total], [[], 0])
    }
    assert.equal(
      (await member.get('/members?_search=pessoa')).body.data.every((m) => m['personId'] === member.personId),
      true,
    )
  })

  test('in nested lists', async () => {
    assert.equal((await member.get(`/people/${member.personId}/contacts`)).status, 200)
    assert.equal((await member.get(`/members/${member.memberId}/member_states`)).status, 200)
    for (const path of [
      `/people/${stranger.personId}/contacts`,
      `/members/${stranger.memberId}/member_states`,
    ]) {
      assert.equal((await member.get(path)).status, 404)
    }
    const contact = { type: 'web', value: 'https://exemplo.pt' }
    assert.equal((await member.post(`/people/${stranger.personId}/contacts`, contact)).status, 404)
    assert.equal((await member.post(`/people/${member.personId}/contacts`, contact)).status, 201)
  })

  test('an account without a person sees none and does not affect the explainer of others', async () => {
    const lonely = await another('member')
    await sql('UPDATE users SET person_id = NULL WHERE id = $1', [lonely.userId])
    assert.equal((await lonely.get('/members')).status, 403)
    const explainedResources = async (caller: TestCaller) =>
      Object.keys(((await caller.get('/explainer')).body as unknown as Explainer).data)
    assert.ok(!(await explainedResources(lonely)).includes('members'))
    assert.ok((await explainedResources(member)).includes('members'))
    assert.equal((await lonely.get(`/users/${lonely.userId}`)).status, 200)
  })
})

describe('members change only their own contact data', () => {
  const contacts = ['address', 'city', 'email', 'messageChannel', 'mobile', 'phone', 'postalCode']
  const values: Record<string, unknown> = {
    email: 'novo@exemplo.pt',
    mobile: '+351961234567',
    phone: '+351223456789',
    postalCode: '1000-001',
    messageChannel: 'letter',
  }
  const other: Record<string, unknown> = {
    string: 'Outro',
    text: 'Outro',
    int32: 77,
    float32: 7.5,
    boolean: true,
    date: '1999-09-09',
    datetime: '1999-09-09T00:00:00Z',
    list: ['x'],
    reference: '01890a5d-ac96-774b-bcce-b302099a8057',
  }

  for (const [name, path, id] of [
    ['members', '/members', member.memberId],
    ['people', '/people', member.personId],
  ] as const) {
    test(`fields of ${name} that a member may write`, async () => {
      const accepted: string[] = []
      for (const [field, { type, storage, derived }] of Object.entries(definitions[name].fields)) {
        if (storage.in === 'none' || type === 'image' || derived) continue
        const { status, body } = await member.patch(`${path}/${id}`, {
          [field]: values[field] ?? other[type],
        })
        if (status === 200) accepted.push(field)
        else {
          assert.equal(status, 422, field)
          const unreadable = field === 'notes' || field === 'personNotes'
          assert.deepEqual(body.errors, {
            [field]: [unreadable ? 'Campo desconhecido.' : 'Não pode ser alterado.'],
          })
        }
      }
      assert.deepEqual(
        accepted.sort(),
        contacts.filter((field) => field in definitions[name].fields),
      )
    })
  }

  test('a member may send back the whole record that it read', async () => {
    const record = (await member.get(`/members/${member.memberId}`)).body.data
    const { status, body } = await member.put(`/members/${member.memberId}`, { ...record, city: 'Évora' })
    assert.deepEqual([status, body.data['city']], [200, 'Évora'])
  })

  test('a required field that only staff may write does not block the member', async () => {
    await admin.patch('/settings/membersRequiredFields', { value: 'nif,city' })
    const record = (await member.get(`/members/${member.memberId}`)).body.data
    const { status } = await member.put(`/members/${member.memberId}`, { ...record, city: 'Tavira' })
    assert.equal(status, 200)
    const empty = await member.patch(`/members/${member.memberId}`, { city: '' })
    assert.deepEqual(empty.body.errors, { city: ['Campo obrigatório.'] })
    await admin.patch('/settings/membersRequiredFields', { value: '' })
  })

  test('a contact cannot be moved to another person', async () => {
    const contact = await make.contact({ personId: String(member.personId) })
    for (const change of [{ personId: stranger.personId }, { forBilling: true }, { notes: 'x' }]) {
      assert.equal((await member.patch(`/contacts/${contact._id}`, change)).status, 422)
    }
  })
})

describe('members never see notes of the staff', () => {
  const secret = 'deve três jantares'

  test('in any response', async () => {
    await admin.patch(`/members/${member.memberId}`, { notes: secret })
    await admin.patch(`/people/${member.personId}`, { personNotes: secret })
    const own = `/members/${member.memberId}`
    const answers = [
      await member.get('/members'),
      await member.get('/members?_limit=-1'),
      await member.get(own),
      await member.get('/people'),
      await member.get(`/people/${member.personId}`),
      await member.patch(own, { city: 'Beja' }),
      await member.patch(own, {}),
      await member.patch(own, { _version: 0, city: 'Faro' }),
      await member.post('/members/validate', { _id: member.memberId }),
      await member.get(`/people/${member.personId}/contacts`),
      await member.get('/explainer'),
    ]
    assert.ok(answers.some(({ status }) => status === 409))
    for (const { text } of answers) assert.ok(!text.includes('jantares'), text)
    const { data: explained } = (await member.get('/explainer')).body as unknown as Explainer
    assert.ok(explained['members'] && !('notes' in explained['members']))
    assert.ok(explained['people'] && !('personNotes' in explained['people']))
  })

  test('nor can they guess them by writing, sorting or filtering', async () => {
    for (const guess of [secret, 'outra coisa', '', null]) {
      for (const { status, body } of [
        await member.patch(`/members/${member.memberId}`, { notes: guess }),
        await member.put(`/members/${member.memberId}`, { notes: guess }),
      ]) {
        assert.deepEqual([status, body.errors], [422, { notes: ['Campo desconhecido.'] }])
      }
      const validated = await member.post('/members/validate', { _id: member.memberId, notes: guess })
      assert.deepEqual(validated.body.errors['notes'], ['Campo desconhecido.'])
    }
    for (const query of ['_sort=notes', '_sort=-notes', `_notes=${secret}`, '_notes=null', '_notes_from=a']) {
      assert.equal((await member.get(`/members?${query}`)).status, 400, query)
      assert.equal((await member.get(`/people?${query.replace('notes', 'personNotes')}`)).status, 400)
    }
    assert.equal((await member.get('/members?_search=jantares')).body.meta.total, 0)
  })
})

describe('editors and administrators', () => {
  test('an editor cannot see, change or create administrators', async () => {
    const boss = await make.user({ role: 'admin' })
    assert.equal((await editor.get(`/users/${boss._id}`)).status, 404)
    assert.equal((await editor.patch(`/users/${boss._id}`, { name: 'Outro' })).status, 404)
    assert.equal((await editor.put(`/users/${boss._id}`, { name: 'Outro' })).status, 404)
    assert.equal((await editor.delete(`/users/${boss._id}`)).status, 404)
    assert.equal((await editor.post('/users/validate', { _id: boss._id })).status, 404)
    const listed = (await editor.get('/users?_limit=-1')).body.data as TestRecord[]
    assert.ok(listed.length > 0 && listed.every((user) => user['role'] !== 'admin'))
    assert.equal((await editor.get('/users?_role=admin')).body.meta.total, 0)

    const created = { name: 'Novo Chefe', email: 'chefe@exemplo.pt', role: 'admin' }
    assert.deepEqual((await editor.post('/users', created)).body.errors, { role: ['Não pode ser alterado.'] })
    const colleague = await make.user({ role: 'member' })
    for (const id of [colleague._id, editor.userId]) {
      for (const role of ['admin', id === editor.userId ? 'member' : 'editor']) {
        assert.equal((await editor.patch(`/users/${id}`, { role })).status, 422)
      }
    }
    const roles = await sql(`SELECT count(*)::int AS count FROM users WHERE email = 'chefe@exemplo.pt'`)
    assert.deepEqual(roles, [{ count: 0 }])
  })

  test('a member cannot change their role or person', async () => {
    for (const change of [
      { role: 'admin' },
      { personId: stranger.personId },
      { blocked: true },
      { password: 'x' },
    ]) {
      const { status } = await member.patch(`/users/${member.userId}`, change)
      assert.equal(status, 422, JSON.stringify(change))
    }
  })

  test('some settings are for administrators only', async () => {
    for (const name of settingNames) {
      const { admin: reserved } = settingOf(name)
      const current = (await admin.get(`/settings/${name}`)).body.data
      const same = await editor.patch(`/settings/${name}`, { value: current['value'] })
      assert.equal(same.status, reserved ? 403 : 200, name)
      assert.equal((await admin.patch(`/settings/${name}`, { value: current['value'] })).status, 200, name)
    }
  })
})

describe('settings', () => {
  test('members and visitors see only public settings', async () => {
    for (const caller of [member, visitor]) {
      const names = (await caller.get('/settings?_limit=-1')).body.data.map(({ name }) => String(name))
      assert.deepEqual(names.sort(), [...publicSettings].sort())
      for (const name of settingNames) {
        const { status } = await caller.get(`/settings/${name}`)
        assert.equal(status, (publicSettings as string[]).includes(name) ? 200 : 404, name)
      }
      assert.equal((await caller.get('/settings?_name=revealUnknownAccounts')).body.meta.total, 0)
    }
    assert.ok((await editor.get('/settings')).body.meta.total >= 15)
  })
})
