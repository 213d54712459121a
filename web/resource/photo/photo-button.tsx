import { Suspense, useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { Avatar } from '../../ui/avatar.tsx'
import type { PhotoDialogProps } from './photo-dialog.tsx'
import classes from './photo-button.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

const loadDialog = () => import('./photo-dialog.tsx')
const PhotoDialog = lazyPart(loadDialog)

/** A person's photo with a button that opens the dialog to change it. */
export function PhotoButton(props: Omit<PhotoDialogProps, 'onClose'>) {
  const { name, photo } = props
  const [opened, setOpened] = useState(false)
  const label = photo ? 'Mudar a fotografia' : 'Juntar uma fotografia'
  return (
    <span className={classes.photo}>
      <Avatar name={name} photo={photo} size="large" />
      <UnstyledButton
        className={classes.button}
        aria-label={label}
        title={label}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpened(true)}
      >
        <span className={classes.badge}>
          <IconCamera size="0.875rem" stroke={1.75} aria-hidden />
        </span>
      </UnstyledButton>
      {opened && (
        <Suspense fallback={null}>
          <PhotoDialog {...props} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </span>
  )
}
