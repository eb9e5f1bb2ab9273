import { randomUUID } from 'node:crypto'
import {
  uploadOwnBusinessGalleryPicture,
  uploadOwnBusinessLogo,
} from '#app/features/businesses/picture-upload-service.server.ts'
import { uploadPodcastCover } from '#app/features/podcasts/cover-service.server.ts'
import { uploadAvatar } from '#app/features/profile/avatar-service.server.ts'
import { uploadOwnVerificationDocument } from '#app/features/verification/documents/upload-service.server.ts'
import { uploadFactCertificate } from '#app/features/verification/facts/service.server.ts'
import { factChecks } from '#app/features/verification/tables.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { IncomingFile } from '#app/platform/.server/storage/incoming-files.ts'
import type { StorageBucket } from '#app/platform/.server/storage/storage.ts'
import { actorOf } from './factories/actors.ts'
import { createBusiness, createOwner } from './factories/businesses.ts'
import { createMember } from './factories/members.ts'
import { createPodcast } from './factories/podcasts.ts'

type Send = (platform: Platform, file: IncomingFile) => Promise<{ outcome: string }>

/** One way in which a member can upload a file. */
export interface EveryUpload {
  name: string
  /** The address of its route, as `app/routes.ts` has it. */
  route: string
  bucket: StorageBucket
  /** How many of its list one member may have; null where there is no list. */
  maximum: number | null
  /** A member who may upload, and how. */
  prepare: (db: Platform['db']) => Promise<{ actor: Actor; send: Send }>
}

const upload = (
  name: string,
  route: string,
  bucket: StorageBucket,
  maximum: number | null,
  prepare: (db: Platform['db']) => Promise<[userId: string, send: (actor: Actor) => Send]>,
): EveryUpload => ({
  name,
  route,
  bucket,
  maximum,
  prepare: async (db) => {
    const [userId, sendAs] = await prepare(db)
    const actor = actorOf(userId)
    return { actor, send: sendAs(actor) }
  },
})

const newMember = async (db: Platform['db']) => (await createMember(db, { relationship: null })).userId
const newOwner = async (db: Platform['db']) => (await createBusiness(db)).profileId ?? ''

/** Every way in which members upload files. A test compares it with the routes that read files. */
export const everyUpload: EveryUpload[] = [
  upload('avatar', 'profile/avatar', 'avatars', null, async (db) => [
    await newMember(db),
    (actor) => (platform, file) => uploadAvatar(platform, actor, file),
  ]),
  upload('logo of a draft', 'business-onboarding/picture', 'logo', null, async (db) => [
    await newMember(db),
    (actor) => (platform, file) => uploadOwnBusinessLogo(platform, actor, 'draft', file),
  ]),
  upload('gallery of a draft', 'business-onboarding/picture', 'gallery', 10, async (db) => [
    await newMember(db),
    (actor) => (platform, file) => uploadOwnBusinessGalleryPicture(platform, actor, 'draft', file),
  ]),
  upload('logo', 'my-business/picture', 'logo', null, async (db) => [
    await newOwner(db),
    (actor) => (platform, file) => uploadOwnBusinessLogo(platform, actor, 'business', file),
  ]),
  upload('gallery', 'my-business/picture', 'gallery', 10, async (db) => [
    await newOwner(db),
    (actor) => (platform, file) => uploadOwnBusinessGalleryPicture(platform, actor, 'business', file),
  ]),
  upload('cover', 'my-podcast/cover', 'podcast-media', null, async (db) => {
    const host = await createOwner(db)
    await createPodcast(db, host)
    return [host, (actor) => (platform, file) => uploadPodcastCover(platform, actor, file)]
  }),
  upload('document', 'verification/documents', 'verification-documents', 5, async (db) => [
    await newMember(db),
    (actor) => (platform, file) => uploadOwnVerificationDocument(platform, actor, file, 'wizard'),
  ]),
  upload('certificate', 'my-business/facts/:id/certificate', 'verification-documents', 3, async (db) => {
    const business = await createBusiness(db)
    const id = randomUUID()
    await db.insert(factChecks).values({ id, businessId: business.id, fact: 'companyNumber', value: '01234567' })
    return [business.profileId ?? '', (actor) => (platform, file) => uploadFactCertificate(platform, actor, id, file)]
  }),
]
