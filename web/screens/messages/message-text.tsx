import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { ActionButtons } from '../../resource/actions/action-buttons.tsx'
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { allows } from '@agremia/resources/access.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { findMessageEvent } from '@agremia/resources/message-events.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { useFields, useResource, useTerminology, useSettings } from '../../api/queries.ts'
import { ErrorSummary, FormSaving, ResumedNote, useRecordForm } from '../../resource/record-form.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useParams } from '../../ui/router.tsx'
import { MessageTextForm, ReadOnlyTexts } from './message-text-form.tsx'
import { messageTextsQuery } from './message-texts.tsx'
import { variablesFor } from './message-variables.ts'
import type { Values } from '../../fields/index.ts'
import { PreviewMemberField } from '../member-parts/index.ts'
import { MessagePreview, type PreviewedMessage } from './message-preview.tsx'
import { usePreview } from '../../resource/preview/use-preview.ts'
import classes from './message-text.module.css'
import previewClasses from './message-preview.module.css'

/** The page that edits the texts of one event, with a preview. */
export default function MessageText() {
  const { name } = useParams()
  const query = useQuery(messageTextsQuery)
  const fields = useFields('messageSettings')
  const descriptor = useResource('messageSettings')
  return (
    <QueryPage query={query}>
      {({ data }) => {
        const record = data.find((one) => one.name === name)
        if (!record) return <NoSuchPage>Não há uma mensagem automática com este nome.</NoSuchPage>
        if (!fields || !descriptor) return <PageSkeleton />
        return <Texts key={record._id} record={record} fields={fields} descriptor={descriptor} />
      }}
    </QueryPage>
  )
}

interface TextsProps {
  record: ResourceRecord<'messageSettings'>
  fields: FieldMap
  descriptor: ResourceDescriptor
}

function Texts({ record, fields, descriptor }: TextsProps) {
  const event = record.name
  const terminology = useTerminology()
  const settings = useSettings()
  const variables = useMemo(() => variablesFor(event, terminology, settings), [event, terminology, settings])
  const form = useRecordForm({ resource: 'messageSettings', fields, record })
  const isLocked = !allows(descriptor.may.update, record)
  const secretLink = findMessageEvent(event)?.secretLink
  return (
    <Page
      title={findMessageEvent(event)?.label ?? event}
      state={record.enabled ? undefined : <StateBadge tone="grey" label="Desligada" />}
      action={!isLocked && <ActionButtons resource="messageSettings" record={record} />}
    >
      <div className={classes.sheet}>
        <div className="stack">
          <ErrorSummary form={form} />
          <ResumedNote form={form} />
          {secretLink !== undefined && (
            <p className="dimmed">
              Por baixo do texto, o programa põe a linha «{secretLink}» com a ligação de cada pessoa, que dá
              acesso.{isLocked && ' Por isso, só os administradores mudam esta mensagem.'}
            </p>
          )}
          {isLocked ? <ReadOnlyTexts form={form} /> : <MessageTextForm form={form} variables={variables} />}
        </div>
        <MessageTextPreview event={event} values={isLocked ? undefined : form.values} />
      </div>
      <ClosedHistory resource="messageSettings" id={record._id} />
      <FormSaving form={form} />
    </Page>
  )
}

interface MessageTextPreviewProps {
  event: string
  /** Unsaved texts; undefined to preview the stored ones. */
  values: Values | undefined
}

/** Previews the texts with the data of a chosen member, or of an invented one. */
function MessageTextPreview({ event, values }: MessageTextPreviewProps) {
  const [reader, setReader] = useState<Values>({})
  const preview = usePreview<PreviewedMessage>(recordPath('messageSettings', event), {
    ...(values && {
      subject: values.subject ?? '',
      body: values.body ?? '',
      smsText: values.smsText ?? '',
    }),
    memberId: reader.memberId ?? null,
  })
  return (
    <section className={previewClasses.side} aria-label="Pré-visualização">
      <PreviewMemberField id="preview-member" reader={reader} onChange={setReader} />
      <MessagePreview preview={preview} />
    </section>
  )
}
