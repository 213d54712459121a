import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { type CardValues, cardVariables } from '@agremia/resources/card-template.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import { isApiError } from '../../api/client.ts'
import { recordQuery, useFields, useResource, useTerminology } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { cardSettingsPath, newTemplateId, templatePath } from '../../paths/cards.ts'
import { ClosedHistory, DeletedRecordHistory } from '../../resource/record-history.tsx'
import { usePreview } from '../../resource/preview/use-preview.ts'
import {
  ErrorSummary,
  type FormControls,
  FormSaving,
  ResumedNote,
  useRecordForm,
} from '../../resource/record-form.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import type { Variable } from '../../ui/rich-text/insert-variable.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useNavigate, useParams, useSearchParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { PreviewMemberField } from '../member-parts/index.ts'
import { ArrangePanel, LayersPanel } from './arrange-panels.tsx'
import { Canvas } from './canvas.tsx'
import { EditorBar, type View } from './editor-bar.tsx'
import { ElementPanel } from './element-panel.tsx'
import { placeElements } from './elements.ts'
import { SidePanel, TemplatePanel } from './template-panels.tsx'
import { type DragControls, useDrag } from './use-drag.ts'
import { type DrawingControls, useDrawing } from './use-drawing.ts'
import { useTemplateDeletion } from './template-deletion.ts'
import classes from './card-editor.module.css'

/** The editor of a card template. A new one starts as a copy of a shipped template, or of a stored one (`?de=`). */
export default function CardEditor() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const from = params.get('de') ?? ''
  const shipped = shippedTemplates.find(({ name }) => name === from)
  const isNew = id === newTemplateId
  const sourceId = isNew ? from : id
  const found = useQuery({
    ...recordQuery('cardTemplates', sourceId),
    enabled: sourceId !== '' && shipped === undefined,
  })
  const fields = useFields('cardTemplates')
  const descriptor = useResource('cardTemplates')
  if (found.error && !found.data) {
    const message = isApiError(found.error) ? found.error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void found.refetch()} />
  }
  if (found.data === null) return <NoTemplate id={id} />
  const source = shipped ?? found.data ?? (isNew && sourceId === '' ? shippedTemplates[0] : undefined)
  if (!source || !fields || !descriptor) return <PageSkeleton />
  const shared = { fields, descriptor }
  return isNew || !('_id' in source) ? (
    <Template key={id} initial={copyOf({ ...source })} {...shared} />
  ) : (
    <Template key={id} record={source} {...shared} />
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
      <DeletedRecordHistory resource="cardTemplates" id={id} />
    </>
  )
}

function copyOf({ name, orientation, safeTenths = 30, front, back }: Values): Values {
  return { name: `${String(name)} (cópia)`, orientation, safeTenths, front, back }
}

interface TemplateProps {
  record?: ResourceRecord<'cardTemplates'>
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
      <EditorWorkspace form={form} />
      {record && <ClosedHistory resource="cardTemplates" id={record._id} />}
      <FormSaving
        form={form}
        onSaved={(saved) => !record && navigate(templatePath(terminology, saved._id), { replace: true })}
      />
    </Page>
  )
}

function DeleteButton({
  record,
  descriptor,
}: {
  record: ResourceRecord<'cardTemplates'>
  descriptor: ResourceDescriptor
}) {
  const remove = useTemplateDeletion(descriptor)
  const terminology = useTerminology()
  const navigate = useNavigate()
  return (
    <CommandButton
      icon={IconTrash}
      label="Eliminar"
      onClick={() => void remove(record).then((gone) => gone && navigate(cardSettingsPath(terminology)))}
    />
  )
}

interface DrawnCard {
  front: string
  back: string
  values: CardValues
}

/** Debounce of the preview in milliseconds: short, so that it follows while drawing. */
const previewDelay = 120

/** Toolbar and canvas, with the panels of the chosen elements beside them. */
function EditorWorkspace({ form }: { form: FormControls<'cardTemplates'> }) {
  const controls = useDrawing(form)
  const [view, setView] = useState<View>({ zoom: 1, hasGrid: false })
  const [reader, setReader] = useState<Values>({})
  const { orientation, front, back } = controls.drawing
  const drawing = { orientation, front, back, memberId: reader.memberId ?? null }
  const preview = usePreview<DrawnCard, typeof drawing>('card_templates', drawing, previewDelay)
  const variables = useVariables(preview.data?.values)
  const canvas = useRef<HTMLFieldSetElement>(null)
  const drag = useDrag(controls, canvas)
  const [only] = controls.chosen
  return (
    <div className={classes.workshop} data-workshop>
      <div className={classes.drawing}>
        <EditorBar controls={controls} view={view} onView={setView} />
        <Canvas
          controls={controls}
          picture={preview.data?.[controls.name]}
          drawn={preview.input?.[controls.name]}
          canvas={canvas}
          drag={drag}
          {...view}
        />
        {preview.problem !== undefined && <output>{preview.problem}</output>}
        <PreviewMemberField id="card-member" reader={reader} onChange={setReader} />
      </div>
      <div className={classes.panels}>
        {controls.chosen.length > 0 && <ArrangePanel controls={controls} />}
        {controls.chosen.length === 1 && only !== undefined && (
          <ElementPanel controls={withDraggedPlaces(controls, drag)} index={only} variables={variables} />
        )}
        {controls.chosen.length === 0 && <SidePanel controls={controls} />}
        <LayersPanel controls={controls} />
        <TemplatePanel form={form} controls={controls} />
      </div>
    </div>
  )
}

/** The controls with the present places of the elements being dragged, so that the panel shows them. */
function withDraggedPlaces(controls: DrawingControls, { dragged }: DragControls): DrawingControls {
  return dragged
    ? { ...controls, side: placeElements(controls.side, dragged.chosen, dragged.places) }
    : controls
}

/** The variables of texts, with their values on the card in the preview. */
function useVariables(values: CardValues | undefined): Variable[] {
  return useMemo(
    () =>
      Object.entries(cardVariables).map(([code, label]) => ({
        code,
        label,
        sample: values?.[code as keyof CardValues] ?? '',
      })),
    [values],
  )
}
