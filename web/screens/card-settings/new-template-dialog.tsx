import { useQueries } from '@tanstack/react-query'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import { api, isTimedOut, type StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { newTemplatePath } from '../../paths/cards.ts'
import { TemplateSides, type TemplatePicture } from './template-card.tsx'
import classes from './card-settings.module.css'

interface NewTemplateDialogProps {
  templates: readonly StoredRecord[]
  pictures: readonly TemplatePicture[]
  onClose: () => void
}

/** What a new template begins as: one that is shipped, or a copy of another. */
export function NewTemplateDialog({ templates, pictures, onClose }: NewTemplateDialogProps) {
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
            name: String(name),
            picture: pictures.find((one) => one._id === _id),
          }))}
        />
      </div>
    </Dialog>
  )
}

interface Choice {
  /** Its id, or the name of one that is shipped. */
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
