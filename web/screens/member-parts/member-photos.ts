/** Where the photos of members are kept, and what a failed upload of one is called in error reports. */
export const memberPhotos = { resource: 'memberPhotos', failure: 'Member photo upload failed' }
