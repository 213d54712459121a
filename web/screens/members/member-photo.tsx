import { lazy, Suspense, useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import type { StoredRecord } from '../../api/client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './member-photo.module.css'

const loadDialog = () => import('./photo-dialog.tsx')
const PhotoDialog = lazy(loadDialog)

interface MemberPhotoProps {
  record: StoredRecord
  name: string
  mayChange: boolean
}

/** The member's face, and the way to change it. */
export function MemberPhoto({ record, name, mayChange }: MemberPhotoProps) {
  const [opened, setOpened] = useState(false)
  const photo = typeof record.photoUrl === 'string' ? record.photoUrl : null
  const face = <Avatar name={name} photo={photo} size="large" />
  if (!mayChange) return face
  return (
    <span className={classes.photo}>
      {face}
      <UnstyledButton
        className={classes.button}
        aria-label={photo ? 'Mudar a fotografia' : 'Juntar uma fotografia'}
        title={photo ? 'Mudar a fotografia' : 'Juntar uma fotografia'}
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
          <PhotoDialog memberId={record._id} name={name} photo={photo} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </span>
  )
}
