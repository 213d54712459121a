import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields, useResource, useTerminology } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { ErrorSummary, FormSaving, ResumedNote, useRecordForm } from '../../resource/record-form.tsx'
import { ClosedHistory } from '../../resource/closed-history.tsx'
import { GoneRecord } from '../../resource/gone-record.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useTemplateDeletion } from './use-template-deletion.ts'
import { cardSettingsPath, templatePath, newTemplateId } from '../../paths/cards.ts'
import { Workshop } from './workshop.tsx'
import classes from './card-editor.module.css'

/** A template of cards being drawn. A new one begins as one that is shipped, or as a copy of another (`?de=`). */
export default function CardEditor() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const from = params.get('de') ?? ''
  const shipped = shippedTemplates.find(({ name }) => name === from)
  const isNew = id === newTemplateId
  const asked = isNew ? from : id
  const found = useQuery({
    ...recordQuery('cardTemplates', asked),
    enabled: asked !== '' && shipped === undefined,
  })
  const fields = useFields('cardTemplates')
  const descriptor = useResource('cardTemplates')
  if (found.error && !found.data) {
    const message = isApiError(found.error) ? found.error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void found.refetch()} />
  }
  if (found.data === null) return <NoTemplate id={id} />
  const begun = shipped ?? found.data ?? (isNew && asked === '' ? shippedTemplates[0] : undefined)
  if (!begun || !fields || !descriptor) return <PageSkeleton />
  const shared = { fields, descriptor }
  return isNew ? (
    <Template key={id} initial={copyOf({ ...begun })} {...shared} />
  ) : (
    <Template key={id} record={begun as StoredRecord} {...shared} />
  )
}

function NoTemplate({ id }: { id: string | undefined }) {
  const terminology = useTerminology()
  return (
    <>
      <EmptyState
        isPage
        title="Modelo não encontrado"
        action={<AppLink to={cardSettingsPath(terminology)}>Ver todos os modelos</AppLink>}
      >
        Pode ter sido eliminado.
      </EmptyState>
      <GoneRecord resource="cardTemplates" id={id} />
    </>
  )
}

/** Drawn alike, under another name. */
function copyOf({ name, orientation, safeTenths = 30, front, back }: Values): Values {
  return { name: `${String(name)} (cópia)`, orientation, safeTenths, front, back }
}

interface TemplateProps {
  record?: StoredRecord
  initial?: Values
  fields: FieldMap
  descriptor: ResourceDescriptor
}

function Template({ record, initial, fields, descriptor }: TemplateProps) {
  const form = useRecordForm({ resource: 'cardTemplates', fields, record, ...(initial && { initial }) })
  const terminology = useTerminology()
  const navigate = useNavigate()
  const isOn = form.values.active !== false
  return (
    <Page
      title={String(form.values.name ?? '') || 'Novo modelo de cartão'}
      state={<StateBadge tone={isOn ? 'green' : 'grey'} label={isOn ? 'Em uso' : 'Fora de uso'} />}
      action={record && descriptor.may.delete && <DeleteButton record={record} descriptor={descriptor} />}
    >
      <ErrorSummary form={form} />
      <ResumedNote form={form} />
      <p className={classes.narrow}>
        Desenhar pede um ecrã maior. Aqui pode mudar o que está escrito em cada elemento, as cores e as
        medidas.
      </p>
      <Workshop form={form} />
      {record && <ClosedHistory resource="cardTemplates" id={record._id} />}
      <FormSaving
        form={form}
        onSaved={(saved) => !record && void navigate(templatePath(terminology, saved._id), { replace: true })}
      />
    </Page>
  )
}

function DeleteButton({ record, descriptor }: { record: StoredRecord; descriptor: ResourceDescriptor }) {
  const remove = useTemplateDeletion(descriptor)
  const terminology = useTerminology()
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size="1.125rem" stroke={1.5} />}
      onClick={() => void remove(record).then((gone) => gone && navigate(cardSettingsPath(terminology)))}
    >
      Eliminar
    </Button>
  )
}
