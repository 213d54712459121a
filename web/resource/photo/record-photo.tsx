import { useQueryClient } from '@tanstack/react-query'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { toast } from '../../ui/toasts.tsx'
import { PhotoButton } from './photo-button.tsx'

export interface RecordPhotoProps {
  resource: string
  record: StoredRecord
  /** Resource of the photos, and name of a failed upload in error reports. */
  photos: { resource: string; failure: string }
  name: string
  mayChange: boolean
}

/** The photo of a person's record, with the button to change it. */
export function RecordPhoto({ resource, record, photos, name, mayChange }: RecordPhotoProps) {
  const client = useQueryClient()
  const photo = typeof record.photoUrl === 'string' ? record.photoUrl : null
  if (!mayChange) return <Avatar name={name} photo={photo} size="large" />

  function finish(message: string) {
    toast(message)
    void client.invalidateQueries({ queryKey: keys.record(resource, record._id) })
    void client.invalidateQueries({ queryKey: keys.lists(resource) })
  }

  return (
    <PhotoButton
      name={name}
      photo={photo}
      onSave={async (file, onProgress) => {
        const path = `${toSnakeCase(photos.resource)}/${record._id}`
        await api.upload({ path, files: [file], onProgress, failure: photos.failure })
        finish('Fotografia guardada.')
      }}
      onRemove={async () => {
        await api.remove(photos.resource, { _id: record._id })
        finish('Fotografia retirada.')
      }}
    />
  )
}
