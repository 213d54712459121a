import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { SvgPicture } from '../../ui/svg-picture.tsx'
import { newTemplatePath, templatePath } from '../../paths/cards.ts'
import { useTemplateDeletion } from '../card-editor/index.ts'
import classes from './card-settings.module.css'

/** Both sides of a template as SVG. */
export interface TemplatePicture {
  _id: string
  width: number
  height: number
  front: string
  back: string
}

interface TemplateCardProps {
  template: StoredRecord
  /** Moves the template among the others. */
  handle: ReactNode
  picture: TemplatePicture | undefined
  /** Whose it is. */
  purpose: string
  descriptor: ResourceDescriptor
}

/** One template: how it looks, whose it is, and what can be done with it. */
export function TemplateCard({ template, handle, picture, purpose, descriptor }: TemplateCardProps) {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const remove = useTemplateDeletion(descriptor)
  const isOn = template.active === true
  return (
    <article className={classes.template} aria-label={String(template.name)}>
      <AppLink className={classes.opening} to={templatePath(terminology, template._id)}>
        <TemplateSides picture={picture} />
        <span className={classes.name}>{String(template.name)}</span>
      </AppLink>
      <div className={classes.facts}>
        <StateBadge tone={isOn ? 'green' : 'grey'} label={isOn ? 'Em uso' : 'Fora de uso'} />
        <span>{purpose}</span>
      </div>
      <div className={classes.buttons}>
        {handle}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size="1rem" stroke={1.5} />}
          onClick={() => void navigate(newTemplatePath(terminology, template._id))}
        >
          Copiar
        </Button>
        {descriptor.may.delete && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size="1rem" stroke={1.5} />}
            onClick={() => void remove(template)}
          >
            Eliminar
          </Button>
        )}
      </div>
    </article>
  )
}

/** The front, with the back beside it. */
export function TemplateSides({ picture }: { picture: TemplatePicture | undefined }) {
  if (!picture) return <span className={classes.sides} />
  const shape = { '--card-width': picture.width, '--card-height': picture.height } as object
  return (
    <span className={classes.sides} style={shape} data-portrait={picture.height > picture.width}>
      <SvgPicture svg={picture.front} className={classes.side} />
      <SvgPicture svg={picture.back} className={classes.side} />
    </span>
  )
}
