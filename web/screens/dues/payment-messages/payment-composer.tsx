import { useMemo, useRef, useState } from 'react'
import { Group } from '@mantine/core'
import { IconClock, IconDeviceFloppy, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useSettings, useTerminology, cacheRecord } from '../../../api/queries.ts'
import { FormField } from '../../../resource/form/form-sections.tsx'
import { ErrorSummary, type FormControls, ResumedNote, SaveProblem } from '../../../resource/record-form.tsx'
import { useFirstField } from '../../../ui/first-field.ts'
import {
  AudienceBox,
  AudienceSearch,
  type BatchPreview,
  ChosenAudience,
  messageTextClasses as classes,
  MessageTextFields,
  PreviewSide,
  recipientCount,
  sendConfirmation,
  sendLabel,
  variablesOf,
  useHeldText,
} from '../../messages/index.ts'
import { StartingTextField } from './starting-text.tsx'
import { allDebtors, audienceOf, chosenText, usePaymentPreview } from './payment-audience.ts'
import { runAction } from '../../../resource/actions/run-action.ts'
import { confirmDialog } from '../../../ui/confirm-dialog.tsx'
import pinned from '../../../ui/pinned-action.module.css'
import { toast } from '../../../ui/toasts.tsx'
import { useNavigate } from '../../../ui/router.tsx'
import { CommandButton } from '../../../ui/command-button.tsx'
import type { Preview } from '../../../resource/preview/use-preview.ts'
import { paymentMessagePath, scheduleParameter } from '../../../paths/messages.ts'
import { useDebtFilters } from '../debt-filters.ts'
import { toastError } from '../../../resource/toast-error.ts'

/** The form of a payment message, with a preview for each recipient. */
export function PaymentComposer({ form }: { form: FormControls<'paymentMessage'> }) {
  const [at, setAt] = useState(0)
  const terminology = useTerminology()
  const settings = useSettings()
  const variables = useMemo(
    () => variablesOf(paymentMessageTexts, terminology, settings),
    [terminology, settings],
  )
  const formArea = useRef<HTMLDivElement>(null)
  useFirstField(formArea, form.isNew)
  const preview = usePaymentPreview(form.values, at)
  const { templateId, channel, attachAdvice } = form.fields
  return (
    <div className={classes.sheet}>
      <div ref={formArea} className="stack">
        <ResumedNote form={form} />
        <PaymentAudienceField form={form} />
        {templateId && <StartingTextField form={form} field={templateId} />}
        {channel && <FormField form={form} field={channel} readOnly={false} />}
        <MessageTextFields form={form} variables={variables} />
        {attachAdvice && <FormField form={form} field={attachAdvice} readOnly={false} />}
      </div>
      <PreviewSide preview={preview} at={at} onGo={setAt}>
        {form.isNew && <SaveProblem form={form} />}
        <ErrorSummary form={form} />
        <ComposerButtons form={form} preview={preview} />
      </PreviewSide>
    </div>
  )
}

interface ComposerButtonsProps {
  form: FormControls<'paymentMessage'>
  preview: Preview<BatchPreview>
}

/** Buttons to send, schedule or save the message. Unsaved changes are saved first. */
function ComposerButtons({ form, preview }: ComposerButtonsProps) {
  const navigate = useNavigate()
  const saveDraft = useSaveDraft(form)
  const send = useSend({ form, preview }, saveDraft)
  const count = preview.data ? recipientCount(preview.data) : 0
  const isReady = count > 0 && !preview.isStale

  async function saveAndOpen(query = '') {
    const id = await saveDraft()
    if (id === undefined) return
    if (query === '') toast('Rascunho guardado.')
    navigate(`${paymentMessagePath(id)}${query}`, { replace: true })
  }

  return (
    <>
      <div className={pinned.beside}>
        <CommandButton
          icon={IconSend}
          label={sendLabel(count)}
          variant="filled"
          disabled={!isReady}
          loading={form.saving}
          onClick={() => void send()}
        />
      </div>
      <Group gap="0.625rem" grow preventGrowOverflow={false}>
        <CommandButton
          icon={IconClock}
          label="Agendar…"
          disabled={!isReady || form.saving}
          onClick={() => void saveAndOpen(`?${scheduleParameter}`)}
        />
        {form.isNew && (
          <CommandButton
            icon={IconDeviceFloppy}
            label="Guardar rascunho"
            disabled={form.saving}
            onClick={() => void saveAndOpen()}
          />
        )}
      </Group>
    </>
  )
}
/** Saves the draft if it has changes and returns its id; undefined when saving failed, and the form shows why. */
function useSaveDraft(form: FormControls<'paymentMessage'>): () => Promise<string | undefined> {
  return async () => {
    if (!form.isNew && form.changes.length === 0) return String(form.base._id)
    return (await form.save())?._id
  }
}

function useSend(
  { form, preview }: ComposerButtonsProps,
  saveDraft: () => Promise<string | undefined>,
): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const held = useHeldText('many')
  return async () => {
    if (!preview.data || !(await form.check())) return
    const { title, message } = sendConfirmation(preview.data, held)
    const sure = await confirmDialog({
      title,
      message,
      confirmLabel: sendLabel(recipientCount(preview.data)),
      cancelLabel: 'Continuar a escrever',
    })
    const id = sure ? await saveDraft() : undefined
    if (id === undefined) return
    try {
      const sent = await runAction('paymentMessage', id, 'send', {})
      if (sent) cacheRecord(client, 'paymentMessage', sent)
    } catch (error) {
      toastError(error, 'Não foi possível enviar: ficou em rascunho.')
    }
    navigate(paymentMessagePath(id), { replace: true })
  }
}

/** Chooses the recipients: debtors of chosen charges or members, or of charges that a search finds at the time of sending. */
function PaymentAudienceField({ form }: { form: FormControls<'paymentMessage'> }) {
  const terminology = useTerminology()
  const filters = useDebtFilters()
  const audience = audienceOf(form.values)
  const chosen = chosenText(audience, terminology)
  const error = form.errorOf('memberIds') ?? form.errorOf('unsettledPaymentIds') ?? form.errorOf('debts')
  return (
    <AudienceBox error={error}>
      {chosen === undefined ? (
        <AudienceSearch
          resource="unsettledPayments"
          setups={filters}
          label="Pesquisar dívidas"
          placeholder={fillTerms('Nome ou número {do} {memberSingular}…', terminology)}
          query={audience.debts?.query ?? {}}
          onChange={(query) => form.set('debts', { query })}
        />
      ) : (
        <ChosenAudience onChange={() => form.setMany({ ...allDebtors })}>{chosen}</ChosenAudience>
      )}
    </AudienceBox>
  )
}
