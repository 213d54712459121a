import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keys, listQuery, useFields, useResource, useTerminology } from '../../api/queries.ts'
import { newTemplatePath, templatePath } from '../../paths/cards.ts'
import { MoreTools } from '../../resource/more-tools.tsx'
import { useManualOrder } from '../../resource/manual-order.tsx'
import { AppLink, LinkIfOpen } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/message-state.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { SvgPicture } from '../../ui/svg-picture.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { defaultTemplate, templatesQuery, useTemplateDeletion } from '../card-editor/index.ts'
import classes from './card-settings.module.css'

/** Pictures of all templates. The query key is among the lists of templates, so that a change of one refetches them. */
const picturesQuery = queryOptions({
  queryKey: [...keys.lists('cardTemplates'), 'previews'],
  queryFn: async ({ signal }) => {
    const answer = await api.get<{ data: TemplatePicture[] }>('card_templates/previews', signal)
    return isTimedOut(answer) ? [] : answer.data
  },
})

/** All templates with their pictures, by `order`, which also decides which template a card gets. */
export function TemplatesSettings() {
  const descriptor = useResource('cardTemplates')
  const fields = useFields('cardTemplates')
  const templates = useQuery(templatesQuery)
  if (templates.error) {
    const message = isApiError(templates.error) ? templates.error.message : undefined
    return <ErrorState message={message} onRetry={() => void templates.refetch()} />
  }
  if (!templates.data || !descriptor || !fields) return <CardsSkeleton />
  return <Templates templates={templates.data.data} descriptor={descriptor} fields={fields} />
}

interface TemplatesProps {
  templates: ResourceRecord<'cardTemplates'>[]
  descriptor: ResourceDescriptor
  fields: FieldMap
}

function Templates({ templates, descriptor, fields }: TemplatesProps) {
  const terminology = useTerminology()
  const pictures = useQuery(picturesQuery)
  const categories = useQuery(listQuery('memberCategories', { limit: 500, sort: 'order' }))
  const byHand = useManualOrder<HTMLUListElement, ResourceRecord<'cardTemplates'>>(
    descriptor,
    fields,
    templates,
    templates.length,
  )
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <div className={classes.head}>
        <p className={classes.purpose}>
          {fillTerms(
            'Cada cartão tem o modelo da categoria {do} {memberSingular}; se ela não tiver nenhum, o primeiro em uso que não é de nenhuma categoria.',
            terminology,
          )}
        </p>
        {descriptor.may.create && (
          <CommandButton icon={IconPlus} label={descriptor.label.new} onClick={() => setAdding(true)} />
        )}
        <MoreTools resource="cardTemplates" />
      </div>
      <ul className={classes.templates} ref={byHand?.listRef}>
        {(byHand?.records ?? templates).map((template) => (
          <li key={template._id} data-dragged={byHand?.draggedId === template._id || undefined}>
            <TemplateCard
              handle={byHand?.handleOf(template)}
              template={template}
              picture={pictures.data?.find(({ _id }) => _id === template._id)}
              purpose={purposeOf(template, templates, categories.data?.data ?? [])}
              descriptor={descriptor}
            />
          </li>
        ))}
      </ul>
      {isAdding && (
        <NewTemplateDialog
          templates={templates}
          pictures={pictures.data ?? []}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

/** Which cards have the template: those of its categories, all others, or only those for which it was chosen by hand. */
function purposeOf(
  template: ResourceRecord<'cardTemplates'>,
  templates: readonly ResourceRecord<'cardTemplates'>[],
  categories: readonly ResourceRecord<'memberCategories'>[],
): string {
  if (!template.active) return 'Só nos cartões que já o têm'
  const ids = template.categoryIds
  const names = categories.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name)
  if (names.length > 0) return names.join(', ')
  return defaultTemplate(templates)?._id === template._id
    ? 'Todas as outras categorias'
    : 'Só quando é escolhido'
}

/** Both sides of a template as SVG. */
interface TemplatePicture {
  _id: string
  width: number
  height: number
  front: string
  back: string
}

interface TemplateCardProps {
  template: ResourceRecord<'cardTemplates'>
  /** The drag handle that changes its order. */
  handle: ReactNode
  picture: TemplatePicture | undefined
  /** Which cards have this template. */
  purpose: string
  descriptor: ResourceDescriptor
}

/** One template: picture, state, the cards that have it, and its actions. */
function TemplateCard({ template, handle, picture, purpose, descriptor }: TemplateCardProps) {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const remove = useTemplateDeletion(descriptor)
  const isOn = template.active
  return (
    <article className={classes.template} aria-label={template.name}>
      <LinkIfOpen className={classes.opening} to={templatePath(terminology, template._id)}>
        <TemplateSides picture={picture} />
        <span className={classes.name}>{template.name}</span>
      </LinkIfOpen>
      <div className={classes.facts}>
        <StateBadge tone={isOn ? 'green' : 'grey'} label={isOn ? 'Em uso' : 'Fora de uso'} />
        <span>{purpose}</span>
      </div>
      <div className={classes.buttons}>
        {handle}
        {descriptor.may.create && (
          <CommandButton
            icon={IconCopy}
            label="Copiar"
            size="xs"
            onClick={() => navigate(newTemplatePath(terminology, template._id))}
          />
        )}
        {descriptor.may.delete && (
          <CommandButton
            icon={IconTrash}
            label="Eliminar"
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => void remove(template)}
          />
        )}
      </div>
    </article>
  )
}

function TemplateSides({ picture }: { picture: TemplatePicture | undefined }) {
  if (!picture) return <span className={classes.sides} aria-busy />
  const shape = { '--card-width': picture.width, '--card-height': picture.height } as object
  return (
    <span className={classes.sides} style={shape} data-portrait={picture.height > picture.width}>
      <SvgPicture svg={picture.front} className={classes.side} />
      <SvgPicture svg={picture.back} className={classes.side} />
    </span>
  )
}

interface NewTemplateDialogProps {
  templates: readonly ResourceRecord<'cardTemplates'>[]
  pictures: readonly TemplatePicture[]
  onClose: () => void
}

/** Chooses what a new template is copied from: a shipped template, or a stored one. */
function NewTemplateDialog({ templates, pictures, onClose }: NewTemplateDialogProps) {
  const shipped = useShippedPictures()
  return (
    <Dialog title="Novo modelo de cartão" width="46rem" onClose={onClose}>
      <div className={classes.choices}>
        <h3>Começar por um modelo pronto</h3>
        <Choices choices={shipped} />
        <h3>Ou por uma cópia</h3>
        <Choices
          choices={templates.map(({ _id, name }) => ({
            from: _id,
            name,
            picture: pictures.find((one) => one._id === _id),
          }))}
        />
      </div>
    </Dialog>
  )
}

interface Choice {
  /** The id of a stored template, or the name of a shipped one. */
  from: string
  name: string
  picture: TemplatePicture | undefined
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  const terminology = useTerminology()
  return (
    <ul className={classes.templates}>
      {choices.map(({ from, name, picture }) => (
        <li key={from}>
          <AppLink className={classes.opening} to={newTemplatePath(terminology, from)}>
            <TemplateSides picture={picture} />
            <span className={classes.name}>{name}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function useShippedPictures(): Choice[] {
  return useQueries({
    queries: shippedTemplates.map((template) => ({
      queryKey: ['shippedTemplate', template.name],
      queryFn: async () => {
        const answer = await api.post<{ data: TemplatePicture }>('card_templates/preview', template)
        return isTimedOut(answer) ? undefined : answer.data
      },
      staleTime: Infinity,
    })),
    combine: (found) =>
      found.map(({ data }, index) => {
        const name = shippedTemplates[index]?.name ?? ''
        return { from: name, name, picture: data }
      }),
  })
}
