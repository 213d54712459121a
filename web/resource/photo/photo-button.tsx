import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { UnstyledButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { api, type StoredRecord } from '../../api/client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { toast } from '../../ui/toasts.tsx'
import type { PhotoDialogProps } from './photo-dialog.tsx'
import classes from './photo-button.module.css'

const loadDialog = () => import('./photo-dialog.tsx')
const PhotoDialog = lazyDialog(loadDialog)

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
      {opened && <PhotoDialog {...props} onClose={() => setOpened(false)} />}
    </span>
  )
}

interface RecordPhotoProps {
  record: StoredRecord
  /** Resource of the photos, and name of a failed upload in error reports. */
  photos: { resource: string; failure: string }
  name: string
  mayChange: boolean
}

/** The photo of a person's record, with the button to change it. */
export function RecordPhoto({ record, photos, name, mayChange }: RecordPhotoProps) {
  const photo = typeof record.photoUrl === 'string' ? record.photoUrl : null
  if (!mayChange) return <Avatar name={name} photo={photo} size="large" />

  return (
    <PhotoButton
      name={name}
      photo={photo}
      onSave={async (file, onProgress) => {
        const path = `${toSnakeCase(photos.resource)}/${record._id}`
        await api.upload({ path, files: [file], onProgress, failure: photos.failure })
        toast('Fotografia guardada.')
      }}
      onRemove={async () => {
        await api.remove(photos.resource, { _id: record._id })
        toast('Fotografia retirada.')
      }}
    />
  )
}
