CREATE TABLE "english_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
