import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../../api/client.ts'
import { keys, listQuery, useFields, useResource, useTerminology } from '../../api/queries.ts'
import { DeletedTool } from '../../resource/deleted-tool.tsx'
import { useOrderByHand } from '../../resource/use-order-by-hand.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { NewTemplateDialog } from './new-template-dialog.tsx'
import { TemplateCard, type TemplatePicture } from './template-card.tsx'
import { categoriesOf, usualTemplate, templatesQuery } from '../card-editor/index.ts'
import classes from './card-settings.module.css'

/** How each template looks; news of templates ask again. */
const picturesQuery = queryOptions({
  queryKey: [...keys.lists('cardTemplates'), 'previews'],
  queryFn: async ({ signal }) => {
    const answer = await api.get<{ data: TemplatePicture[] }>('card_templates/previews', signal)
    return isTimedOut(answer) ? [] : answer.data
  },
})

/** Every template with its picture, in the order in which they are looked for. */
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
  templates: StoredRecord[]
  descriptor: ResourceDescriptor
  fields: FieldMap
}

function Templates({ templates, descriptor, fields }: TemplatesProps) {
  const terminology = useTerminology()
  const pictures = useQuery(picturesQuery)
  const categories = useQuery(listQuery('memberCategories', { limit: 500, sort: 'order' }))
  const byHand = useOrderByHand<HTMLUListElement>(descriptor, fields, templates, templates.length)
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
        <DeletedTool resource="cardTemplates" />
        {descriptor.may.create && (
          <Button
            variant="default"
            leftSection={<IconPlus size="1.125rem" stroke={1.5} />}
            onClick={() => setAdding(true)}
          >
            {descriptor.label.new}
          </Button>
        )}
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

/** Whose template it is: that of some categories, of everybody else, or of nobody until it is chosen. */
function purposeOf(
  template: StoredRecord,
  templates: readonly StoredRecord[],
  categories: readonly StoredRecord[],
): string {
  if (template.active !== true) return 'Só nos cartões que já o têm'
  const ids = categoriesOf(template)
  const names = categories.filter(({ _id }) => ids.includes(_id)).map(({ name }) => String(name))
  if (names.length > 0) return names.join(', ')
  return usualTemplate(templates)?._id === template._id
    ? 'Todas as outras categorias'
    : 'Só quando é escolhido'
}
